/** Details of an upload: a worker inspects the file, the request waits for the result. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError, type ErrorCode, type ErrorParams, errorMessage } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { refuseFormat } from '@filesmith/contract/refuse-format'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import { operationFor } from '@filesmith/contract/upload-purposes'
import { inspectingEngine } from '@filesmith/engines/operation-availability'
import type { AttemptCounter } from '../../database/attempt-counter.ts'
import type { UploadRecord, UploadStore } from '../../database/upload-store.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { countWithinMinute } from '../count-within-minute.ts'
import { loadLiveWorkers } from '../engines/workers.ts'
import { clientOf, type Owner } from '../owners/owner.ts'
import { findUpload } from './uploads.ts'

export interface InspectUploadDeps {
  readonly uploads: UploadStore
  readonly jobQueue: Pick<JobQueue, 'enqueue'>
  readonly notifications: Notifications
  readonly workers: WorkerRegistry
}

/** If workers are busy, the details are omitted this time. */
const timeoutMs = 20_000

/** Details of an upload: a worker inspects the file, the request waits for the result. */
export async function inspectUpload(
  deps: InspectUploadDeps,
  owner: Owner,
  id: string,
  { network, signal }: { readonly network: string; readonly signal: AbortSignal },
): Promise<UploadDetails> {
  const upload = await findUpload(deps, owner, id)
  if (!upload.completedAt) throw new AppError('upload-incomplete')
  if (upload.format === null) return describe(upload, { code: 'unknown-type', params: {} })
  if (upload.format === 'playlist') return describe(upload, { code: 'playlist-given', params: {} })
  // An animated GIF can be an image or a video; the tool it was uploaded for decides.
  const inputs = operationFor(upload.operation)?.inputs ?? 'any'
  const refusal = refuseFormat({ fileName: upload.fileName, format: upload.format }, inputs)
  if (refusal) return describe(upload, refusal)
  const takesImagesOnly = inputs !== 'any' && inputs.every(input => formats[input].kind === 'image')
  const inspecting = inspectingEngine(upload.format)
  const engine = takesImagesOnly && inspecting === 'ffmpeg' ? undefined : inspecting
  const canInspect = engine !== undefined && (await loadLiveWorkers(deps)).hasEngine(engine)
  if (upload.inspection || engine === undefined || !canInspect) return describe(upload)
  return describe(await waitForInspection(deps, owner, { id, engine, network }, signal))
}

async function waitForInspection(
  deps: InspectUploadDeps,
  owner: Owner,
  { id, engine, network }: { readonly id: string; readonly engine: string; readonly network: string },
  signal: AbortSignal,
): Promise<UploadRecord> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let wakeup = Promise.withResolvers<void>()
  const wake = () => wakeup.resolve()
  // Subscribe before the request, so that the result cannot be missed.
  const unsubscribe = deps.notifications.subscribe('upload-inspected', inspectedId => {
    if (inspectedId === undefined || inspectedId === id) wake()
  })
  deadline.addEventListener('abort', wake)
  try {
    const unique = { key: `inspect:${id}`, onConflict: 'keep' } as const
    const payload = { uploadId: id }
    await deps.jobQueue.enqueue({
      id: randomUUID(),
      queue: 'inspect-upload',
      payload,
      engines: [engine],
      client: clientOf(owner, network),
      unique,
    })
    for (;;) {
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
      const upload = await findUpload(deps, owner, id)
      if (upload.inspection || deadline.aborted) return upload
    }
  } finally {
    unsubscribe()
    deadline.removeEventListener('abort', wake)
  }
}

function describe(
  upload: UploadRecord,
  problem: { code: ErrorCode; params: ErrorParams } | null = upload.inspection?.problem ?? null,
): UploadDetails {
  return {
    format: upload.format,
    media: upload.inspection?.media ?? null,
    ...(upload.inspection?.pages !== undefined && { pages: upload.inspection.pages }),
    previewUrl: upload.inspection?.previewKey ? apiPaths.uploadPreview(upload.id) : null,
    problem: problem && { code: problem.code, message: errorMessage(problem.code, problem.params) },
  }
}

export interface InspectionLimitDeps {
  readonly attempts: AttemptCounter
  readonly inspectionsPerMinute: number
}

/** Rate limit for inspections, previews and preparations per network; they are not charged to the allowance. */
export async function limitInspections(
  deps: InspectionLimitDeps,
  network: string,
  weight = 1,
): Promise<void> {
  await countWithinMinute(deps, `inspection:network:${network}`, deps.inspectionsPerMinute, weight)
}
