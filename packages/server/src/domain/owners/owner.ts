/** Owner of files: an anonymous visitor with a signed cookie, or an account. */
import type { PlanId } from '@filesmith/contract/plans'

export interface Owner {
  readonly id: string
  readonly plan: PlanId
}

export function isVisitor(owner: Owner): boolean {
  return owner.id.startsWith('v_')
}
