/** Accepts a job of the public API after validating all that is known at this point. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { NewJob } from '@filesmith/contract/schemas/v1/job'
import type { OutboundClient } from '../../ports/outbound.ts'
import type { PipelineRecord, PipelineStore } from '../../ports/pipeline-store.ts'
import { prepareConversion } from '../conversions/prepare-conversion.ts'
import type { RequestConversionDeps } from '../conversions/request-conversion.ts'
import { loadLiveWorkers } from '../engines/live-workers.ts'
import type { Owner } from '../owners/owner.ts'
import { refuseUntranslatable } from '../translation/list-pairs.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { checkSteps } from './check-steps.ts'
import { type CheckedJob, countFiles, isJoining, requestedBy, sealJob } from './checked-job.ts'
import { findJob } from './find-job.ts'

export interface RequestJobDeps extends RequestConversionDeps {
  readonly pipelines: PipelineStore
  readonly outbound: OutboundClient
}

/** Waiting and running; bounds the queue per account. */
const maxUnfinishedJobs = 1000

/** Framing and hop-by-hop headers must not be set by users (request smuggling). */
const forbiddenHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

export async function requestJob(
  deps: RequestJobDeps,
  owner: Owner,
  wanted: NewJob,
  now = new Date(),
): Promise<PipelineRecord> {
  const { inputs, exports = [], tag = null } = wanted
  const steps = checkSteps(wanted.steps, inputs.length, owner.plan)
  const job: CheckedJob = { inputs, steps, exports }
  checkExports(job)
  for (const address of [...inputs, ...exports]) if ('url' in address) refuseUrl(deps, address.url)
  await checkUploadedFiles(deps, owner, job, now)
  for (const step of steps) await refuseUntranslatable(deps, requestedBy(step))
  if ((await deps.pipelines.countUnfinished(owner.id)) >= maxUnfinishedJobs)
    throw new AppError('too-many-jobs', { limit: maxUnfinishedJobs })
  const id = randomUUID()
  await deps.pipelines.insert({
    id,
    accountId: owner.id,
    request: sealJob(deps.secretBox, job, tag),
    progress: { uploadIds: null, step: 0, isStepBegun: false, results: [] },
    createdAt: now,
    expiresAt: storedUntil(owner, now),
  })
  return findJob(deps, owner, id)
}

function checkExports({ inputs, steps, exports }: CheckedJob): void {
  const resultCount = countFiles(
    inputs.length,
    steps.map(({ operation }) => operation),
  )
  if (exports.length > 0 && exports.length !== resultCount) {
    const reason = `This job makes ${resultCount} results, but names ${exports.length} exports.`
    throw new AppError('invalid-request', { reason })
  }
  for (const [name, value] of exports.flatMap(({ headers }) => Object.entries(headers)))
    if (forbiddenHeaders.test(name) || !headerName.test(name) || !headerValue.test(value))
      throw new AppError('invalid-request', { reason: `The header ${name} of an export cannot be sent.` })
}

function refuseUrl({ outbound }: RequestJobDeps, url: string): void {
  const refused = outbound.refusal(url)
  if (refused) throw refused
}

/** Validates existing uploads against the first step; imported files are validated later. */
async function checkUploadedFiles(
  deps: RequestJobDeps,
  owner: Owner,
  { inputs, steps }: CheckedJob,
  now: Date,
): Promise<void> {
  const uploadIds = inputs.flatMap(input => ('fileId' in input ? [input.fileId] : []))
  const [first] = steps
  if (!first || uploadIds.length === 0) return
  for (const id of uploadIds) await findUpload(deps, owner, id)
  if (isJoining(first.operation) && uploadIds.length < inputs.length) return
  const workers = await loadLiveWorkers(deps)
  const files = uploadIds.map(uploadId => ({ uploadId }))
  const request = { operation: first.operation, requested: requestedBy(first) }
  for (const group of isJoining(first.operation) ? [files] : files.map(file => [file]))
    await prepareConversion(deps, owner, { ...request, files: group }, workers, now)
}
