/** Request to the mt12 helper. */
import type { SentenceRequest } from '../sentence-pool.ts'

export interface Mt12Request extends SentenceRequest {
  readonly target: string
}
