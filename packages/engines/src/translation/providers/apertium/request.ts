/** What the Apertium helper is asked. */
import type { SentenceRequest } from '../sentence-pool.ts'
import type { Stage } from './read-modes.ts'

export interface ApertiumRequest extends SentenceRequest {
  /** Of the pipeline: a warm one is found by it. */
  readonly name: string
  readonly stages: readonly Stage[]
}
