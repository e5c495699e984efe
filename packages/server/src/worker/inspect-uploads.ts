/** Inspects an upload: its properties and a small preview. */
import { toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { EngineRuntime, InspectionResult } from '@filesmith/engines/engine'
import type { UploadInspection } from '../database/schema.ts'
import type { UploadRecord, UploadStore } from '../database/upload-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { Storage } from '../ports/storage.ts'
import { makeJobFolder } from './job-folder.ts'
import type { JobResult } from './run-queues.ts'

export interface InspectDeps extends Clock {
  readonly uploads: UploadStore
  readonly notifications: Notifications
  readonly storage: Storage
  readonly engines: EngineRuntime
  readonly jobsDir: string
}

export async function inspectQueuedUpload(
  deps: InspectDeps,
  { payload: { uploadId } }: ClaimedJob<'inspect-upload'>,
  signal: AbortSignal,
): Promise<JobResult> {
  const upload = await deps.uploads.findForWork(uploadId)
  if (upload && !upload.inspection) await inspect(deps, upload, signal)
  return { end: 'done' }
}

async function inspect(deps: InspectDeps, upload: UploadRecord, signal: AbortSignal): Promise<void> {
  if (upload.format === null) return
  const folder = await makeJobFolder(deps.jobsDir)
  try {
    const inputPath = folder.filePath(0, formatExtension(upload.format))
    const previewPath = folder.filePath(1, 'jpg')
    await deps.storage.fetchTo(upload.storageKey, inputPath)
    const found = await inspectFile(deps, { format: upload.format, inputPath, previewPath, signal })
    // Stored below the upload's key, so that it is deleted with the upload.
    const previewKey = found.hasPreview ? `${upload.storageKey}.preview` : null
    const preview = previewKey && (await deps.storage.moveIn(previewKey, previewPath))
    const { media, pages, problem } = found
    const isKept = await deps.uploads.recordInspection(upload, {
      media,
      ...(pages !== undefined && { pages }),
      problem,
      previewKey,
      ...(preview && { previewBytes: preview.sizeBytes, previewStoredAt: deps.now().toISOString() }),
    })
    if (!isKept && previewKey) await deps.storage.remove(previewKey)
    await deps.notifications.publish('upload-inspected', upload.id)
  } finally {
    await folder.remove()
  }
}

type Finding = Pick<UploadInspection, 'media' | 'pages' | 'problem'> & Pick<InspectionResult, 'hasPreview'>

/** A problem with the file is a result; only internal errors are thrown. */
async function inspectFile(
  deps: InspectDeps,
  inspection: Parameters<EngineRuntime['inspect']>[0],
): Promise<Finding> {
  try {
    const result = await deps.engines.inspect(inspection)
    return { media: null, hasPreview: false, ...result, problem: null }
  } catch (error) {
    const { code, params, isFault } = toAppError(error)
    if (isFault || code === 'cancelled') throw error
    // A timeout is caused by load, not by the file.
    const problem = code === 'took-too-long' ? null : { code, params }
    return { media: null, hasPreview: false, problem }
  }
}
