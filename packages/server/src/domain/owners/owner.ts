/** Owner of files: an anonymous visitor with a signed cookie, or an account. */
import type { PlanId } from '@filesmith/contract/plans'

export interface Owner {
  readonly id: string
  readonly plan: PlanId
}

/** What shares capacity fairly with others: a visitor is one of any number that its network can be. */
export function clientOf(owner: Owner, network: string): string {
  return isVisitor(owner) ? `n_${network}` : owner.id
}

export function isVisitor(owner: Owner): boolean {
  return owner.id.startsWith('v_')
}
