/** Capabilities of this installation: operations available with the engines of its live workers. */
import type { AccessMode, SignUpMode } from '@filesmith/contract/access-modes'
import { formatIds } from '@filesmith/contract/formats'
import type { FormatPairs } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds } from '@filesmith/contract/operations/registry'
import { namedPlan } from '@filesmith/contract/plans'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { missingPairs, operationAvailability } from '@filesmith/engines/operation-availability'
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

/** One worker must have all engines of a conversion. */
function availabilityOf(id: OperationId, { kinds, hasEngine }: LiveWorkers) {
  const checks =
    kinds.length > 0
      ? kinds.map(
          ({ engines }) =>
            (engine: string) =>
              engines.has(engine),
        )
      : [hasEngine]
  const byKind = checks.map(isAvailable => operationAvailability(id, isAvailable))
  const available = byKind.find(({ isAvailable }) => isAvailable)
  if (available === undefined) return byKind[0] ?? operationAvailability(id, hasEngine)
  const missing = checks.map(isAvailable => missingPairs(id, isAvailable)).reduce(inBoth)
  return Object.keys(missing).length > 0 ? { ...available, missingPairs: missing } : available
}

function inBoth(one: FormatPairs, other: FormatPairs): FormatPairs {
  return Object.fromEntries(
    formatIds.flatMap(from => {
      const both = one[from]?.filter(to => other[from]?.includes(to)) ?? []
      return both.length > 0 ? [[from, both] as const] : []
    }),
  )
}
