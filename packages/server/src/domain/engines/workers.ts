/** Live workers, what they can run, and execution plans for them. */

import { AppError, toAppError } from '@filesmith/contract/errors'
import { type QueueClass, queueClasses } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import type { SandboxKind } from '@filesmith/contract/schemas/admin'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import {
  buildExecutionPlan,
  type ConversionRequest,
  enginesNeeded,
} from '@filesmith/engines/build-execution-plan'
import type { EngineReport } from '../../database/schema.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'

interface LiveWorker {
  readonly engines: ReadonlySet<string>
  readonly queueClasses: readonly QueueClass[]
}

export interface LiveWorkers {
  /** Distinct combinations; identical workers are listed once. */
  readonly kinds: readonly LiveWorker[]
  /**
   * Whether any worker has the engine. Without any live worker, only disabled engines are refused: jobs wait for one.
   */
  hasEngine(engine: string): boolean
}

/** Disabled engines count as missing. */
function groupWorkers(reports: readonly (readonly EngineReport[])[], off: ReadonlySet<string>): LiveWorkers {
  const kinds = new Map<string, LiveWorker>()
  for (const worker of reports) {
    const available = worker.filter(({ engine, isAvailable }) => isAvailable && !off.has(engine))
    const engines = new Set(available.map(({ engine }) => engine).sort())
    const served = servedQueueClasses(worker)
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
  return groupWorkers(reports, off)
}

/** Includes disabled engines, because they can be enabled again at any time. */
export async function loadEquippedWorkers(deps: { workers: WorkerRegistry }): Promise<LiveWorkers> {
  return groupWorkers(await deps.workers.listWorkers(), new Set())
}

/** Sandboxes that are in use. */
export function sandboxesOf(reports: readonly EngineReport[]): SandboxKind[] {
  return [...new Set(reports.flatMap(({ sandbox }) => sandbox ?? []))].sort()
}

/** Workers of older versions report them as `lanes`, or not at all, which means both. */
export function servedQueueClasses([report]: readonly EngineReport[]): readonly QueueClass[] {
  return report?.queueClasses ?? report?.lanes ?? queueClasses
}

/** Plans a conversion so that a single live worker can run the whole pipeline. */
export function buildExecutionPlanForWorkers(
  workers: LiveWorkers,
  queueClass: QueueClass,
  request: Omit<ConversionRequest, 'isAvailable'>,
): ExecutionPlan {
  const best = buildExecutionPlan({ ...request, isAvailable: workers.hasEngine })
  const inQueueClass = workers.kinds.filter(kind => kind.queueClasses.includes(queueClass))
  const needed = enginesNeeded(best)
  if (workers.kinds.length === 0 || inQueueClass.some(({ engines }) => needed.every(id => engines.has(id))))
    return best
  // No single worker has all engines of the best pipeline: find one that a single worker can run.
  const plans = inQueueClass.flatMap(({ engines }) => {
    try {
      return [buildExecutionPlan({ ...request, isAvailable: engine => engines.has(engine) })]
    } catch (error) {
      if (toAppError(error).code !== 'engine-missing') throw error
      return []
    }
  })
  const [shortest] = plans.sort((a, b) => a.steps.length - b.steps.length)
  if (!shortest) throw new AppError('engine-missing', { tool: operations[request.operation].label })
  return shortest
}
