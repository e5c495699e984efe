/** Replaces an upload by its PDF, with small images of its pages for the browser. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { pdfDrawPages } from '@filesmith/engines/pdf-tools/abilities'
import type { UploadRecord, UploadStore } from '../database/upload-store.ts'
import { isPrepared, resultFileName, uploadKey } from '../domain/uploads/uploads.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Storage } from '../ports/storage.ts'
import { type JobFolder, makeJobFolder } from './job-folder.ts'
import type { JobResult } from './run-queues.ts'

export interface PrepareUploadsDeps extends Clock {
  readonly uploads: UploadStore
  readonly storage: Storage
  readonly engines: Pick<EngineRuntime, 'runStep'>
  readonly jobsDir: string
  readonly log: Log
}

type PrepareJob = ClaimedJob<'prepare-upload'>

const drawing: ExecutionStep = { ability: pdfDrawPages.id, from: 'pdf', to: 'pdf', options: {} }

export async function prepareQueuedUpload(
  deps: PrepareUploadsDeps,
  job: PrepareJob,
  signal: AbortSignal,
): Promise<JobResult> {
  const upload = await deps.uploads.findForWork(job.payload.uploadId)
  if (!upload || isPrepared(upload)) return { end: 'done' }
  try {
    await prepare(deps, upload, job.payload.steps, signal)
    return { end: 'done' }
  } catch (error) {
    // Canceled, or requeued because the worker shuts down.
    if (signal.aborted) throw error
    const { code, params, isFault } = toAppError(error)
    if (isFault && !job.isLastAttempt) throw error
    if (isFault) deps.log.warn({ err: error, uploadId: upload.id }, 'preparation failed')
    return { end: 'failed', error: { code, params } }
  }
}

async function prepare(
  deps: PrepareUploadsDeps,
  upload: UploadRecord,
  steps: readonly ExecutionStep[],
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeJobFolder(deps.jobsDir)
  // Below the key of the upload, so that both are deleted with it.
  const storageKey = `${uploadKey(upload.id)}.pdf`
  const previewKey = `${storageKey}.preview`
  let isRecorded = false
  try {
    const { pdfPath, previewPath } = await makePdf(deps, upload, steps, folder, signal)
    const preview = await deps.storage.moveIn(previewKey, previewPath)
    const { sizeBytes } = await deps.storage.moveIn(storageKey, pdfPath)
    isRecorded = await deps.uploads.replaceByPdf(upload, {
      storageKey,
      sizeBytes,
      fileName: resultFileName(upload.fileName, 'pdf'),
      inspection: {
        media: null,
        problem: null,
        previewKey,
        previewFormat: 'pdf',
        previewBytes: preview.sizeBytes,
        previewStoredAt: deps.now().toISOString(),
      },
    })
    if (isRecorded) await deps.storage.remove(upload.storageKey)
    else if (await deps.uploads.findForWork(upload.id)) throw new AppError('upload-used')
  } finally {
    if (!isRecorded) for (const key of [storageKey, previewKey]) await deps.storage.remove(key)
    await folder.remove()
  }
}

async function makePdf(
  deps: PrepareUploadsDeps,
  { storageKey, format, fileName }: UploadRecord,
  steps: readonly ExecutionStep[],
  folder: JobFolder,
  signal: AbortSignal,
): Promise<{ readonly pdfPath: string; readonly previewPath: string }> {
  const name = fileName.replace(/\.[^.]+$/, '')
  let pdfPath = folder.filePath(0, formatExtension(format ?? 'other'))
  await deps.storage.fetchTo(storageKey, pdfPath)
  const run = async (step: ExecutionStep, inputPath: string, outputPath: string) => {
    signal.throwIfAborted()
    await deps.engines.runStep({ step, inputPath, outputPath, name, signal, onProgress: () => undefined })
    return outputPath
  }
  for (const [index, step] of steps.entries())
    pdfPath = await run(step, pdfPath, folder.filePath(index + 1, formatExtension(step.to)))
  return { pdfPath, previewPath: await run(drawing, pdfPath, folder.filePath(steps.length + 1, 'pdf')) }
}
