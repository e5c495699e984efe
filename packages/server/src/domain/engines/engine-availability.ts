/** Capabilities of this installation: operations available with the engines of its live workers. */
import type { AccessMode, SignUpMode } from '@filesmith/contract/access-modes'
import { type OperationId, operationIds } from '@filesmith/contract/operations/registry'
import { namedPlan } from '@filesmith/contract/plans'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { operationAvailability } from '@filesmith/engines/operation-availability'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { OrganizationDeps } from '../accounts/sign-in-with.ts'
import type { Owner } from '../owners/owner.ts'
import { type LiveWorkers, loadLiveWorkers } from './workers.ts'

export interface CapabilityDeps extends OrganizationDeps {
  readonly workers: WorkerRegistry
  readonly signUp: SignUpMode
  readonly access: AccessMode
}

export async function describeCapabilities(deps: CapabilityDeps, owner: Owner): Promise<Capabilities> {
  const workers = await loadLiveWorkers(deps)
  const entries = operationIds.map(id => [id, availabilityOf(id, workers)] as const)
  return {
    operations: Object.fromEntries(entries) as Capabilities['operations'],
    plan: namedPlan(owner.plan),
    signInWith: [...deps.identityProviders.keys()],
    organisation: describeOrganization(deps),
    signUp: deps.signUp,
    access: deps.access,
  }
}

function describeOrganization({ identityProviders, organization }: OrganizationDeps) {
  const provider = identityProviders.get('organisation')
  return provider ? { name: provider.label, isOnlyWay: organization.isOnlySignInMethod } : null
}

/** One worker must have all engines of an operation. */
function availabilityOf(id: OperationId, { kinds, hasEngine }: LiveWorkers) {
  const byKind = kinds.map(({ engines }) => operationAvailability(id, engine => engines.has(engine)))
  return byKind.find(({ isAvailable }) => isAvailable) ?? byKind[0] ?? operationAvailability(id, hasEngine)
}
