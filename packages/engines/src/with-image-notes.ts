/** A finished picture together with what there is to tell about it. */
import type { ImageNote } from './image-notes.ts'
import type { StreamedResult } from './process/helper-program.ts'

export function told(result: Uint8Array, notes: readonly ImageNote[]): StreamedResult {
  async function* chunks() {
    yield result
  }
  return { chunks: chunks(), about: () => ({ notes }) }
}
