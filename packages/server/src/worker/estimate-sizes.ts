/** Measures how large results become that somebody only asks about, one at a time and while there is room beside the jobs. */
import { toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { EngineRuntime, MeasuredSize, PackedFile } from '@filesmith/engines/engine'
import type { Estimate, EstimateQueue } from '../ports/estimate-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { Storage } from '../ports/storage.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { makeJobFolder } from './job-folder.ts'
import { type CalledWork, workWhenCalled } from './work-when-called.ts'

export interface EstimateSizesDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
  readonly storage: Storage
  readonly engines: Pick<EngineRuntime, 'statuses' | 'measureSize'>
  readonly workers: Pick<WorkerRegistry, 'listDisabledEngines'>
  readonly jobsDir: string
  readonly log: Log
  /** Whether a job that came now would find a place. */
  readonly hasRoom: () => boolean
}

const engineId = 'gif'

/** A worker that cannot measure leaves it to others. */
export function estimateSizes(deps: EstimateSizesDeps): CalledWork | undefined {
  const canMeasure = deps.engines.statuses.some(
    ({ engine, isAvailable }) => engine === engineId && isAvailable,
  )
  if (!canMeasure) return undefined
  return workWhenCalled({
    ...deps,
    topic: 'estimate-waiting',
    complaint: 'the desk of estimates does not answer',
    workOnNext: signal => estimateNext(deps, signal),
  })
}

async function estimateNext(deps: EstimateSizesDeps, stopping: AbortSignal): Promise<boolean> {
  if (!deps.hasRoom() || (await deps.workers.listDisabledEngines()).has(engineId)) return false
  const estimate = await deps.estimateQueue.claim()
  if (!estimate) return false
  const unwanted = new AbortController()
  const signal = AbortSignal.any([stopping, unwanted.signal])
  const stopWatching = watchWanted(deps, estimate, unwanted)
  try {
    await deps.estimateQueue.answer(estimate.id, await measure(deps, estimate, signal))
  } catch (error) {
    await settleFailure(deps, estimate, error, signal)
  } finally {
    stopWatching()
  }
  return true
}

async function measure(
  deps: EstimateSizesDeps,
  { step, files }: Estimate,
  signal: AbortSignal,
): Promise<MeasuredSize | null> {
  const folder = await makeJobFolder(deps.jobsDir)
  try {
    const fetched: PackedFile[] = []
    for (const [index, { inputKey, name }] of files.entries()) {
      signal.throwIfAborted()
      const path = folder.filePath(0, `${index}`)
      await deps.storage.fetchTo(inputKey, path)
      fetched.push({ path, name, modifiedAt: new Date() })
    }
    return await deps.engines.measureSize({
      step,
      inputPath: fetched[0]?.path ?? '',
      files: fetched,
      outputPath: folder.filePath(1, formatExtension(step.to)),
      signal,
    })
  } finally {
    await folder.remove()
  }
}

/** Notices when nobody waits for it any more. */
function watchWanted(deps: EstimateSizesDeps, { id }: Estimate, unwanted: AbortController): () => void {
  const look = async () => {
    if (!(await deps.estimateQueue.find(id))) unwanted.abort()
  }
  return deps.notifications.subscribe('estimate-changed', changedId => {
    if (changedId === undefined || changedId === id) void look().catch(() => undefined)
  })
}

/** A worker that stops says so: who waits need not wait any longer. */
async function settleFailure(
  { estimateQueue, log }: EstimateSizesDeps,
  { id }: Estimate,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) {
    await estimateQueue.answer(id, null)
    return
  }
  const { code, params, isFault } = toAppError(error)
  if (isFault) log.warn({ err: error, estimateId: id }, 'a size could not be measured')
  await estimateQueue.fail(id, { code, params })
}
