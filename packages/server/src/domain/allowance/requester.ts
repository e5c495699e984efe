/** The owner who requests a conversion, and the network of the request. */
import type { Owner } from '../owners/owner.ts'

export interface Requester {
  readonly owner: Owner
  /** Keyed hash: sufficient for counting, without storing the IP address. */
  readonly addressHash: string
}
