/**
 * Preparations for the PDF Workbench: a worker replaces an uploaded document or image by its PDF. Not charged, and no
 * conversion for free: the PDF stays on the server as input of operations, which are charged, and only small images of its
 * pages leave it.
 */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { conversionFields, operationsForFile } from '@filesmith/contract/file-conversions'
import { formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { UploadPreparation } from '@filesmith/contract/schemas/upload-preparation'
import { enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { UploadRecord } from '../../database/upload-store.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobProgress, NewJob } from '../../ports/job-queue.ts'
import { type PrepareDeps, prepareConversion } from '../conversions/request-conversion.ts'
import { loadLiveWorkers } from '../engines/workers.ts'
import { type FollowJobDeps, followJob } from '../jobs/follow-job.ts'
import { clientOf, type Owner } from '../owners/owner.ts'
import { type InspectionLimitDeps, limitInspections } from './inspections.ts'
import { findUpload, isPrepared } from './uploads.ts'

export interface PrepareUploadDeps extends PrepareDeps, FollowJobDeps, InspectionLimitDeps, Clock {
  readonly workers: WorkerRegistry
}

/** Proxies end requests that take longer; the client asks again. */
const waitMs = 20_000
/** One preparation takes about as long as this many inspections. */
const weight = 4
/** A user who drops many files must not occupy all workers. */
const maxRunning = 2

/** Begins or follows the preparation of an upload. Throws why the file cannot become a PDF. */
export async function prepareUpload(
  deps: PrepareUploadDeps,
  owner: Owner,
  id: string,
  { network, signal }: { readonly network: string; readonly signal: AbortSignal },
): Promise<UploadPreparation> {
  const upload = await findUpload(deps, owner, id)
  if (!upload.completedAt) throw new AppError('upload-incomplete')
  if (isPrepared(upload)) return ready(upload)
  if ((await deps.jobQueue.find(id)) === undefined) await limitInspections(deps, network, weight)
  const job = await planPreparation(deps, owner, upload, network)
  const last = await waitFor(deps, job, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))
  if (last?.error) throw new AppError(last.error.code, last.error.params)
  const prepared = await findUpload(deps, owner, id)
  if (isPrepared(prepared)) return ready(prepared)
  return { status: last?.state === 'running' ? 'running' : 'queued', previewUrl: null }
}

function ready({ id }: UploadRecord): UploadPreparation {
  return { status: 'ready', previewUrl: apiPaths.uploadPreview(id) }
}

async function waitFor(
  deps: FollowJobDeps,
  job: NewJob,
  signal: AbortSignal,
): Promise<JobProgress | undefined> {
  let last: JobProgress | undefined
  for await (const progress of followJob(deps, job, signal, { isKept: true })) last = progress
  return last
}

/** The job has the id of its upload, so that there is one, and a later request finds it. */
async function planPreparation(
  deps: PrepareUploadDeps,
  owner: Owner,
  upload: UploadRecord,
  network: string,
): Promise<NewJob<'prepare-upload'>> {
  const operation = pdfMakerOf(upload)
  const recognized = { fileName: upload.fileName, format: upload.format ?? 'other' }
  const options = Object.hasOwn(operations[operation].fields.shape, 'quality') ? { quality: 'high' } : {}
  const requested = parseOptions(operation, conversionFields(operation, recognized, 'pdf', options))
  const workers = await loadLiveWorkers(deps)
  const request = { operation, requested, files: [{ uploadId: upload.id }] }
  const { executionPlan } = await prepareConversion(deps, owner, request, workers, deps.now())
  const engines = [...enginesNeeded(executionPlan), 'pdf-tools']
  const canPrepare = workers.kinds.some(kind => engines.every(id => kind.engines.has(id)))
  // Without any live worker, jobs wait for one.
  if (workers.kinds.length > 0 && !canPrepare)
    throw new AppError('engine-missing', { tool: operations[operation].label })
  return {
    id: upload.id,
    queue: 'prepare-upload',
    payload: { uploadId: upload.id, steps: executionPlan.steps },
    engines,
    owner: { key: `prepare:${owner.id}`, limit: maxRunning },
    client: clientOf(owner, network),
  }
}

function pdfMakerOf({ fileName, format }: UploadRecord): OperationId {
  if (format === null) throw new AppError('unknown-type')
  const makers = format === 'pdf' ? [] : operationsForFile({ fileName, format }, 'pdf')
  const maker = makers.find(id => {
    const { takes }: Operation = operations[id]
    return takes === 'one-file'
  })
  if (maker === undefined) throw new AppError('unsupported-input', { format: formats[format].label })
  return maker
}
