/** Builds an execution plan that a single live worker can run as a whole. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import {
  buildExecutionPlan,
  type ConversionRequest,
  enginesNeeded,
} from '@filesmith/engines/build-execution-plan'
import type { LiveWorkers } from './live-workers.ts'

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
  // No single worker has all engines of the best execution plan: find one that a single worker can run.
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
