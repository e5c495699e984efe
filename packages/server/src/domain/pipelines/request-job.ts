/** Requesting jobs of the public API: checks every step before anything is stored. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { passwordOfFile, refusePasswords } from '@filesmith/contract/operations/file-passwords'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { parseOptions, parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { JobExport, JobInput, JobStep, NewJob } from '@filesmith/contract/schemas/v1/job'
import type { SecretBox } from '../../adapters/node-crypto/aes-secret-box.ts'
import type { StoredJobRequest } from '../../database/api-schema.ts'
import type { PipelineRecord, PipelineStore } from '../../database/pipeline-store.ts'
import type { OutboundClient } from '../../ports/outbound.ts'
import { prepareConversion, type RequestConversionDeps } from '../conversions/request-conversion.ts'
import { loadLiveWorkers } from '../engines/workers.ts'
import type { Owner } from '../owners/owner.ts'
import { refuseUntranslatable } from '../translation/translation.ts'
import { storedUntil } from '../uploads/upload-content.ts'
import { findUpload } from '../uploads/uploads.ts'
import { findJob } from './jobs.ts'

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

/** Accepts a job of the public API after validating all that is known at this point. */
export async function requestJob(
  deps: RequestJobDeps,
  owner: Owner,
  wanted: NewJob,
): Promise<PipelineRecord> {
  const now = deps.now()
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
  const resultCount = countFiles(inputs.length, steps)
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
  if (isJoining(first) && uploadIds.length < inputs.length) return
  const workers = await loadLiveWorkers(deps)
  const files = uploadIds.map(uploadId => ({ uploadId }))
  for (const [index, group] of (isJoining(first) ? [files] : files.map(file => [file])).entries()) {
    const request = { operation: first.operation, requested: requestedBy(first, index), files: group }
    await prepareConversion(deps, owner, request, workers, now)
  }
}

/** Validates the steps of a job before it is accepted. */
export function checkSteps(steps: readonly JobStep[], inputCount: number, plan: PlanId): CheckedStep[] {
  const checked = steps.map((step, index) => at(index, () => checkStep(step, plan)))
  for (const [index, step] of checked.entries()) at(index, () => checkFiles(checked, index, step, inputCount))
  return checked
}

function checkStep({ operation, options }: JobStep, plan: PlanId): CheckedStep {
  const requested = parseOptions(operation, options)
  const refused = requested.refusal(plan)
  if (refused) throw refused
  const outputFormat = chosenOutput(operation, requested)
  return {
    operation,
    options: { ...requested.options, ...(outputFormat && { outputFormat }) },
    password: requested.password,
    passwords: requested.passwords,
  }
}

function checkFiles(
  steps: readonly CheckedStep[],
  index: number,
  step: CheckedStep,
  inputCount: number,
): void {
  const { operation } = step
  const definition: Operation = operations[operation]
  const before = steps.slice(0, index)
  const fileCount = countFiles(inputCount, before)
  if (isJoining(step) && definition.takes === 'several-files' && fileCount > definition.maxFiles)
    throw wrong(`${operation} takes at most ${definition.maxFiles} files.`)
  const refused = refusePasswords(step, fileCount)
  if (refused) throw refused
  const last = before.at(-1)
  const given = last && chosenOutput(last.operation, requestedBy(last))
  const { inputs } = requestedBy(step)
  if (given && inputs !== 'any' && !inputs.includes(given))
    throw new AppError('unsupported-input', { format: formats[given].label })
}

/** Undefined if the output format depends on the input. */
function chosenOutput(operation: OperationId, requested: Requested): FormatId | undefined {
  return operations[operation].outputBy === 'option' ? requested.outputFor('other') : undefined
}

function wrong(reason: string): AppError {
  return new AppError('invalid-request', { reason })
}

/** Adds the step's index to the error message. */
function at<Result>(index: number, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'invalid-request') throw wrong(`Step ${index}: ${error.message}`)
    if (error.code !== 'unknown-option') throw error
    throw new AppError(error.code, { ...error.params, what: `Step ${index}: ${error.params.what}` })
  }
}

export interface CheckedStep {
  readonly operation: OperationId
  readonly options: object
  readonly password?: string | undefined
  readonly passwords?: string | undefined
}

export interface CheckedJob {
  readonly inputs: readonly JobInput[]
  readonly steps: readonly CheckedStep[]
  /** One per result, or empty. */
  readonly exports: readonly JobExport[]
}

/** Encrypted, because URLs may contain credentials (presigned URLs). */
function sealJob(secretBox: SecretBox, job: CheckedJob, tag: string | null): StoredJobRequest {
  return {
    operations: job.steps.map(({ operation }) => operation),
    inputCount: job.inputs.length,
    tag,
    sealed: secretBox.seal(JSON.stringify(job)),
  }
}

/** Not validated again: it was encrypted by this server after validation. */
export function openJob(secretBox: SecretBox, { sealed }: StoredJobRequest): CheckedJob {
  if (sealed === null) throw new Error('the request of a finished job is deleted')
  return JSON.parse(secretBox.open(sealed)) as CheckedJob
}

/** Number of files after these steps: a joining step turns all files into one. */
function countFiles(inputCount: number, steps: readonly CheckedStep[]): number {
  return steps.reduce((fileCount, step) => (isJoining(step) ? 1 : fileCount), inputCount)
}

/** With `separate`, each file is a separate conversion, so that further steps get files rather than an archive of them. */
export function isJoining({ operation, options }: CheckedStep): boolean {
  const { takes, inputs }: Operation = operations[operation]
  const isSeparate = 'separate' in options && options.separate === true
  // Images that are drawn on the pages of PDFs stay together with them.
  const isMixed = inputs !== 'any' && inputs.includes('pdf') && inputs.length > 1
  return takes === 'several-files' && (!isSeparate || isMixed)
}

/** With the index of its file, where each file is a separate conversion. */
export function requestedBy(step: CheckedStep, fileIndex?: number): Requested {
  const { operation, options, password, passwords } = step
  const given =
    fileIndex === undefined || isJoining(step)
      ? { password, passwords }
      : { password: passwordOfFile(step, fileIndex) }
  return parseStoredOptions(operation, { ...options, ...given })
}
