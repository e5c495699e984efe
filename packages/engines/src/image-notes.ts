/** Notes of an image helper, mapped to fixed sentences: a helper parses untrusted files and must not supply text. */

export type ImageNote =
  | { readonly kind: 'first-frame' | 'first-page' }
  | {
      readonly kind: 'scaled-down' | 'icon-size'
      readonly width: number
      readonly height: number
    }

const sentences: Readonly<Record<ImageNote['kind'], (size: string) => string>> = {
  'first-frame': () => 'This picture moves; its first frame was used.',
  'first-page': () => 'This file has several pages; the first one was used.',
  'scaled-down': size => `To reach the file size, the picture was made smaller: ${size} pixels.`,
  'icon-size': size => `An icon has at most 256 pixels a side, so it is ${size} pixels.`,
}

export function readImageNotes(about: unknown): string[] {
  const { notes } = (about ?? {}) as { notes?: unknown }
  if (!Array.isArray(notes)) return []
  return notes.flatMap((note: Partial<Record<string, unknown>>) => {
    const kind = String(note?.kind)
    if (!Object.hasOwn(sentences, kind)) return []
    const size = `${Number(note.width)} × ${Number(note.height)}`
    return [sentences[kind as ImageNote['kind']](size)]
  })
}
