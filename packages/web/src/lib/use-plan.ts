/** Plan of the current user. */
import type { PlanId } from '@filesmith/contract/plans'
import type { CapabilitiesReply } from '@filesmith/contract/schemas/capabilities'
import { currentInstance } from './instance.ts'
import { useCapabilities } from './use-capabilities.ts'

/** Free while loading and on failure, except in a private instance. */
export function usePlan(): PlanId {
  return usePlanOnceKnown() ?? 'free'
}

/** Undefined while loading and on failure. */
export function useConfirmedPlan(): PlanId | undefined {
  const { data } = useCapabilities(readPlan)
  return instancePlan() ?? data
}

/** Undefined while loading; Free on failure. */
export function usePlanOnceKnown(): PlanId | undefined {
  const { data, isPending } = useCapabilities(readPlan)
  return instancePlan() ?? (isPending ? undefined : (data ?? 'free'))
}

/** The plan of everybody in a private instance, known without a request. */
function instancePlan(): PlanId | undefined {
  return currentInstance() === 'private' ? 'private' : undefined
}

function readPlan({ plan }: CapabilitiesReply): PlanId | undefined {
  return plan
}
