/** Whoever asks for a conversion: an owner, and the network they come from. */
import type { Owner } from '../owners/owner.ts'

export interface Requester {
  readonly owner: Owner
  /** A keyed hash: enough to count by, not to know where somebody sits. */
  readonly addressHash: string
}
