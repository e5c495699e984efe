/** Inspects uploads on request, one at a time, alongside conversions. */
import { createReadStream } from 'node:fs'
import { toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { EngineRuntime, InspectionResult } from '@filesmith/engines/engine'
import { engineIds, engines } from '@filesmith/engines/registry'
import type { InspectionQueue } from '../ports/inspection-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { Storage } from '../ports/storage.ts'
import type { UploadInspection, UploadRecord, UploadStore } from '../ports/upload-store.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { consumeQueue, type QueueConsumer } from './consume-queue.ts'
import { makeJobFolder } from './job-folder.ts'

export interface InspectDeps {
  readonly uploads: UploadStore
  readonly inspections: InspectionQueue
  readonly notifications: Notifications
  readonly storage: Storage
  readonly engines: EngineRuntime
  readonly workers: Pick<WorkerRegistry, 'listDisabledEngines'>
  readonly jobsDir: string
  readonly log: Log
}

/** Undefined if this worker lacks an engine that inspects files. */
export function inspectUploads(deps: InspectDeps): QueueConsumer | undefined {
  if (!canInspectAll(deps.engines)) return undefined
  return consumeQueue({
    ...deps,
    topic: 'inspection-wanted',
    failureMessage: 'inspection queue unavailable',
    processNext: signal => inspectNext(deps, signal),
  })
}

/** All uploads share one queue, so a worker must have every engine that inspects files. */
function canInspectAll({ statuses }: EngineRuntime): boolean {
  return statuses.every(({ engine, isAvailable }) => isAvailable || engines[engine].inspects === undefined)
}

/** While one of these engines is switched off, uploads are not inspected; clients continue without details. */
async function isSwitchedOff({ workers }: InspectDeps): Promise<boolean> {
  const off = await workers.listDisabledEngines()
  return engineIds.some(engine => off.has(engine) && engines[engine].inspects !== undefined)
}

async function inspectNext(deps: InspectDeps, signal: AbortSignal): Promise<boolean> {
  if (await isSwitchedOff(deps)) return false
  const claimed = await deps.inspections.claim()
  if (!claimed) return false
  try {
    const upload = await deps.uploads.findForWork(claimed.uploadId)
    if (upload && !upload.inspection) await inspect(deps, upload, signal)
    await deps.inspections.complete(claimed)
  } catch (error) {
    deps.log.warn({ err: error, uploadId: claimed.uploadId }, 'upload inspection failed')
    await deps.inspections.retry(claimed)
  }
  return true
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
    const preview = previewKey && (await deps.storage.write(previewKey, createReadStream(previewPath)))
    const { media, problem } = found
    const isKept = await deps.uploads.recordInspection(upload.id, {
      media,
      problem,
      previewKey,
      ...(preview && { previewBytes: preview.sizeBytes, previewStoredAt: new Date().toISOString() }),
    })
    if (!isKept && previewKey) await deps.storage.remove(previewKey)
    await deps.notifications.publish('upload-inspected', upload.id)
  } finally {
    await folder.remove()
  }
}

type Finding = Pick<UploadInspection, 'media' | 'problem'> & Pick<InspectionResult, 'hasPreview'>

/** A problem with the file is a result; only internal errors are thrown. */
async function inspectFile(
  deps: InspectDeps,
  inspection: Parameters<EngineRuntime['inspect']>[0],
): Promise<Finding> {
  try {
    const result = await deps.engines.inspect(inspection)
    return { media: result?.media ?? null, hasPreview: result?.hasPreview ?? false, problem: null }
  } catch (error) {
    const { code, params, isFault } = toAppError(error)
    if (isFault || code === 'cancelled') throw error
    // A timeout is caused by load, not by the file.
    const problem = code === 'took-too-long' ? null : { code, params }
    return { media: null, hasPreview: false, problem }
  }
}
