/** Shows how the whole installation does: looked up when somebody asks, and not again for a few seconds. */
import { setTimeout as delay } from 'node:timers/promises'
import type {
  InstallationFigures,
  InstallationReader,
  StoredFigures,
} from '../../ports/installation-figures.ts'
import { metricTable } from './metric-table.ts'
import type { MetricsRegistry } from './open-registry.ts'
import { remember } from './remember.ts'
import { whoseFault } from './whose-fault.ts'

const figuresKeptMs = 5_000
const storedKeptMs = 60_000
/** Collectors give up after ten seconds, and then know nothing of the process either. */
const patienceMs = 3_000

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
  const readFigures = remember(figuresKeptMs, () => reader.read())
  const readStored = remember(storedKeptMs, () => reader.readStored())

  function show(figures: InstallationFigures, { uploadBytes, resultBytes }: StoredFigures): void {
    for (const { queueClass, engines, waiting, running, oldestWaitSeconds } of figures.queues) {
      queueJobs.set({ lane: queueClass, engines, state: 'waiting' }, waiting)
      queueJobs.set({ lane: queueClass, engines, state: 'running' }, running)
      oldestWait.set({ lane: queueClass, engines }, oldestWaitSeconds)
    }
    workers.set(figures.workers)
    for (const [engine, count] of figures.workersByEngine) engineWorkers.set({ engine }, count)
    mailsWaiting.set(figures.mailsWaiting)
    for (const { code, count } of figures.failuresOfLastDay)
      failures.set({ code, fault: whoseFault(code) }, count)
    stored.set({ kind: 'uploads' }, uploadBytes)
    stored.set({ kind: 'results' }, resultBytes)
  }

  registry.beforeReading(async () => {
    const looked = Promise.all([readFigures(), readStored()]).catch(() => undefined)
    const found = await Promise.race([looked, delay(patienceMs, undefined, { ref: false })])
    // An old figure would look like a present one.
    for (const gauge of all) gauge.reset()
    databaseUp.set(found ? 1 : 0)
    if (found) show(...found)
  })
}
