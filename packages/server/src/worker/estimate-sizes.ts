/** Measures the size of a result before it is converted. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { EngineRuntime, MeasuredSize, PackedFile } from '@filesmith/engines/engine'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Storage } from '../ports/storage.ts'
import { makeJobFolder } from './job-folder.ts'
import type { JobResult } from './run-queues.ts'

export interface EstimateSizesDeps extends Clock {
  readonly storage: Storage
  readonly engines: Pick<EngineRuntime, 'measureSize'>
  readonly jobsDir: string
  readonly log: Log
}

type EstimateJob = ClaimedJob<'estimate-size'>

/** A worker that shuts down replies with null, so that the client does not wait any longer. */
export async function estimateSize(
  deps: EstimateSizesDeps,
  job: EstimateJob,
  signal: AbortSignal,
): Promise<JobResult> {
  try {
    return { end: 'done', reply: await measure(deps, job, signal) }
  } catch (error) {
    if (signal.aborted) return { end: 'done', reply: null }
    const { code, params, isFault } = toAppError(error)
    if (isFault) deps.log.warn({ err: error, jobId: job.id }, 'size estimate failed')
    return { end: 'failed', error: { code, params } }
  }
}

async function measure(
  deps: EstimateSizesDeps,
  { payload: { step, files } }: EstimateJob,
  signal: AbortSignal,
): Promise<MeasuredSize | null> {
  const folder = await makeJobFolder(deps.jobsDir)
  try {
    const fetched: PackedFile[] = []
    for (const [index, { inputKey, name }] of files.entries()) {
      signal.throwIfAborted()
      const path = folder.filePath(0, `${index}`)
      await deps.storage.fetchTo(inputKey, path)
      fetched.push({ path, name, modifiedAt: deps.now() })
    }
    const [first] = fetched
    if (!first) throw new AppError('file-missing')
    return await deps.engines.measureSize({
      step,
      inputPath: first.path,
      files: fetched,
      outputPath: folder.filePath(1, formatExtension(step.to)),
      signal,
    })
  } finally {
    await folder.remove()
  }
}
