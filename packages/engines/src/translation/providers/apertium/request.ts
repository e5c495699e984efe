/** Request to the Apertium helper. */
import type { SentenceRequest } from '../sentence-pool.ts'
import type { Stage } from './read-modes.ts'

export interface ApertiumRequest extends SentenceRequest {
  /** Key of the running pipeline. */
  readonly name: string
  readonly stages: readonly Stage[]
}
