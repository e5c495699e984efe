/** What the mt12 helper is asked. */
import type { SentenceRequest } from '../sentence-pool.ts'

export interface Mt12Request extends SentenceRequest {
  readonly target: string
}
