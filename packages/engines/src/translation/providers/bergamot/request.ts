/** Request to the Bergamot helper. */
import type { SentenceRequest } from '../sentence-pool.ts'
import type { BergamotModelFiles } from './model-files.ts'

export interface BergamotRequest extends SentenceRequest {
  /** Paths inside the sandbox. */
  readonly files: BergamotModelFiles
}
