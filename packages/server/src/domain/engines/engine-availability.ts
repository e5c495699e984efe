/** Which engines some living worker can run, and so which operations this installation can do now. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { operationIds } from '@filesmith/contract/operations/registry'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { operationAvailability } from '@filesmith/engines/operation-availability'
import type { EngineReport, WorkerRegistry } from '../../ports/worker-registry.ts'
import type { Owner } from '../owners/owner.ts'

export type IsEngineAvailable = (engine: string) => boolean

/** With no worker in sight nothing is refused: jobs wait in the queue until one comes. */
function availabilityFrom(reports: readonly EngineReport[]): IsEngineAvailable {
  if (reports.length === 0) return () => true
  const available = new Set(reports.filter(report => report.isAvailable).map(report => report.engine))
  return engine => available.has(engine)
}

export async function loadEngineAvailability(deps: { workers: WorkerRegistry }): Promise<IsEngineAvailable> {
  return availabilityFrom(await deps.workers.listEngines())
}

export async function describeCapabilities(
  deps: { workers: WorkerRegistry; identityProviders: ReadonlyMap<IdentityProviderId, unknown> },
  owner: Owner,
): Promise<Capabilities> {
  const isAvailable = await loadEngineAvailability(deps)
  const entries = operationIds.map(id => [id, operationAvailability(id, isAvailable)] as const)
  return {
    operations: Object.fromEntries(entries) as Capabilities['operations'],
    plan: owner.plan,
    signInWith: [...deps.identityProviders.keys()],
  }
}
