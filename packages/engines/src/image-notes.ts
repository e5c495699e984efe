/** Notes of an image helper, mapped to fixed sentences: a helper parses untrusted files and must not supply text. */
import { z } from 'zod'
import type { StreamedResult } from './process/helper-program.ts'

const size = { width: z.number(), height: z.number() }
const noteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['first-frame', 'first-page']) }),
  z.object({ kind: z.enum(['scaled-down', 'icon-size']), ...size }),
])
export type ImageNote = Readonly<z.infer<typeof noteSchema>>

const notesSchema = z.object({ notes: z.array(z.unknown()) })

export function readImageNotes(about: unknown): string[] {
  const { data } = notesSchema.safeParse(about)
  return (data?.notes ?? []).flatMap(given => {
    const note = noteSchema.safeParse(given)
    return note.success ? [sentenceOf(note.data)] : []
  })
}

function sentenceOf(note: ImageNote): string {
  switch (note.kind) {
    case 'first-frame':
      return 'This image is animated; its first frame was used.'
    case 'first-page':
      return 'This file has several pages; the first one was used.'
    case 'scaled-down':
      return `To meet the file size, the image was scaled down to ${note.width} × ${note.height} pixels.`
    case 'icon-size':
      return `Icons are at most 256 pixels per side, so this one is ${note.width} × ${note.height} pixels.`
  }
}

/** Result of an image helper together with notes for the user. */
export function withImageNotes(result: Uint8Array, notes: readonly ImageNote[]): StreamedResult {
  async function* chunks() {
    yield result
  }
  return { chunks: chunks(), about: () => ({ notes }) }
}
