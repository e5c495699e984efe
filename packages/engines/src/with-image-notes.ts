/** Result of an image helper together with notes for the user. */
import type { ImageNote } from './image-notes.ts'
import type { StreamedResult } from './process/helper-program.ts'

export function withImageNotes(result: Uint8Array, notes: readonly ImageNote[]): StreamedResult {
  async function* chunks() {
    yield result
  }
  return { chunks: chunks(), about: () => ({ notes }) }
}
