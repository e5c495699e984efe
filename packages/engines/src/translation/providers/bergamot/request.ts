/** What the Bergamot helper is asked. */
import type { SentenceRequest } from '../sentence-pool.ts'
import type { ModelFiles } from './model-files.ts'

export interface BergamotRequest extends SentenceRequest {
  /** As the jail sees them. */
  readonly files: ModelFiles
}
