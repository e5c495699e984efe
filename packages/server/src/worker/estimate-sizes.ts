/** Estimates result sizes on request, one at a time and only while a job slot is free. */
import { toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { EngineRuntime, MeasuredSize, PackedFile } from '@filesmith/engines/engine'
import type { Estimate, EstimateQueue } from '../ports/estimate-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { Storage } from '../ports/storage.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { consumeQueue, type QueueConsumer } from './consume-queue.ts'
import { makeJobFolder } from './job-folder.ts'

export interface EstimateSizesDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
  readonly storage: Storage
  readonly engines: Pick<EngineRuntime, 'statuses' | 'measureSize'>
  readonly workers: Pick<WorkerRegistry, 'listDisabledEngines'>
  readonly jobsDir: string
  readonly log: Log
  /** Whether a job could start now. */
  readonly hasFreeSlot: () => boolean
}

const engineId = 'gif'

/** Undefined if this worker does not have the engine. */
export function estimateSizes(deps: EstimateSizesDeps): QueueConsumer | undefined {
  const canMeasure = deps.engines.statuses.some(
    ({ engine, isAvailable }) => engine === engineId && isAvailable,
  )
  if (!canMeasure) return undefined
  return consumeQueue({
    ...deps,
    topic: 'estimate-waiting',
    failureMessage: 'estimate queue unavailable',
    processNext: signal => estimateNext(deps, signal),
  })
}

async function estimateNext(deps: EstimateSizesDeps, stopping: AbortSignal): Promise<boolean> {
  if (!deps.hasFreeSlot() || (await deps.workers.listDisabledEngines()).has(engineId)) return false
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

/** Aborts when the client no longer waits for the estimate. */
function watchWanted(deps: EstimateSizesDeps, { id }: Estimate, unwanted: AbortController): () => void {
  const checkWanted = async () => {
    if (!(await deps.estimateQueue.find(id))) unwanted.abort()
  }
  return deps.notifications.subscribe('estimate-changed', changedId => {
    if (changedId === undefined || changedId === id) void checkWanted().catch(() => undefined)
  })
}

/** A worker that shuts down answers with null, so that the client does not wait any longer. */
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
  if (isFault) log.warn({ err: error, estimateId: id }, 'size estimate failed')
  await estimateQueue.fail(id, { code, params })
}
