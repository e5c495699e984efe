/** Exposes metrics of the whole installation, queried on scrape and cached for a few seconds. */
import { setTimeout as delay } from 'node:timers/promises'
import type {
  InstallationFigures,
  InstallationReader,
  StoredFigures,
} from '../../database/installation-reader.ts'
import { faultLabel } from './fault-label.ts'
import { metricTable } from './metric-table.ts'
import type { MetricsRegistry } from './open-registry.ts'

const figuresCacheMs = 5_000
const storedCacheMs = 60_000
/** Well below the usual scrape timeout of ten seconds: a failed scrape would lose all metrics of the process. */
const timeoutMs = 3_000

export function exposeInstallation(registry: MetricsRegistry, reader: InstallationReader): void {
  const databaseUp = registry.gauge(metricTable.databaseUp)
  const queueJobs = registry.gauge(metricTable.queueJobs)
  const oldestWait = registry.gauge(metricTable.oldestWait)
  const workers = registry.gauge(metricTable.workers)
  const engineWorkers = registry.gauge(metricTable.engineWorkers)
  const mailsWaiting = registry.gauge(metricTable.mailsWaiting)
  const failures = registry.gauge(metricTable.failedConversions)
  const stored = registry.gauge(metricTable.storedBytes)
  const all = [queueJobs, oldestWait, workers, engineWorkers, mailsWaiting, failures, stored]
  const readFigures = cacheFor(figuresCacheMs, () => reader.read())
  const readStored = cacheFor(storedCacheMs, () => reader.readStored())

  function setGauges(figures: InstallationFigures, { uploadBytes, resultBytes }: StoredFigures): void {
    for (const { queueClass, engines, waiting, running, oldestWaitSeconds } of figures.queues) {
      queueJobs.set({ lane: queueClass, engines, state: 'waiting' }, waiting)
      queueJobs.set({ lane: queueClass, engines, state: 'running' }, running)
      oldestWait.set({ lane: queueClass, engines }, oldestWaitSeconds)
    }
    workers.set(figures.workers)
    for (const [engine, count] of figures.workersByEngine) engineWorkers.set({ engine }, count)
    mailsWaiting.set(figures.mailsWaiting)
    for (const { code, count } of figures.failuresOfLastDay)
      failures.set({ code, fault: faultLabel(code) }, count)
    stored.set({ kind: 'uploads' }, uploadBytes)
    stored.set({ kind: 'results' }, resultBytes)
  }

  registry.beforeReading(async () => {
    const queried = Promise.all([readFigures(), readStored()]).catch(() => undefined)
    const found = await Promise.race([queried, delay(timeoutMs, undefined, { ref: false })])
    // Stale values would look like current ones.
    for (const gauge of all) gauge.reset()
    databaseUp.set(found ? 1 : 0)
    if (found) setGauges(...found)
  })
}

export function cacheFor<Result>(ttlMs: number, load: () => Promise<Result>): () => Promise<Result> {
  let cached: { readonly result: Promise<Result>; readonly atMs: number } | undefined
  return () => {
    if (cached && performance.now() - cached.atMs < ttlMs) return cached.result
    const result = load()
    const entry = { result, atMs: performance.now() }
    cached = entry
    result.catch(() => {
      if (cached === entry) cached = undefined
    })
    return result
  }
}
