/** The workers that are alive, and what each of them can do alone. */
import { type QueueClass, queueClasses } from '@filesmith/contract/operations/operation'
import type { EngineReport, WorkerRegistry } from '../../ports/worker-registry.ts'

interface LivingWorker {
  readonly engines: ReadonlySet<string>
  readonly queueClasses: readonly QueueClass[]
}

export interface LiveWorkers {
  /** Different ones: of many that are alike only one. */
  readonly kinds: readonly LivingWorker[]
  /**
   * Whether anybody has it. With no worker in sight only what is switched off is refused: jobs wait until one comes.
   */
  hasEngine(engine: string): boolean
}

/** What is switched off counts as missing. */
function livingWorkers(reports: readonly (readonly EngineReport[])[], off: ReadonlySet<string>): LiveWorkers {
  const kinds = new Map<string, LivingWorker>()
  for (const worker of reports) {
    const available = worker.filter(({ engine, isAvailable }) => isAvailable && !off.has(engine))
    const engines = new Set(available.map(({ engine }) => engine).sort())
    // Workers of an older version do not say, and have both.
    const served = worker[0]?.queueClasses ?? queueClasses
    kinds.set(`${[...engines]} ${served}`, { engines, queueClasses: served })
  }
  return {
    kinds: [...kinds.values()],
    hasEngine: engine =>
      !off.has(engine) &&
      (reports.length === 0 || [...kinds.values()].some(kind => kind.engines.has(engine))),
  }
}

export async function loadLiveWorkers(deps: { workers: WorkerRegistry }): Promise<LiveWorkers> {
  const [reports, off] = await Promise.all([deps.workers.listWorkers(), deps.workers.listDisabledEngines()])
  return livingWorkers(reports, off)
}

/** Whatever is switched off: it can be on again any moment. */
export async function loadEquippedWorkers(deps: { workers: WorkerRegistry }): Promise<LiveWorkers> {
  return livingWorkers(await deps.workers.listWorkers(), new Set())
}
