/** Notes of an image helper, mapped to fixed sentences: a helper parses untrusted files and must not supply text. */

export type ImageNote =
  | { readonly kind: 'first-frame' | 'first-page' }
  | {
      readonly kind: 'scaled-down' | 'icon-size'
      readonly width: number
      readonly height: number
    }

const sentences: Readonly<Record<ImageNote['kind'], (size: string) => string>> = {
  'first-frame': () => 'This image is animated; its first frame was used.',
  'first-page': () => 'This file has several pages; the first one was used.',
  'scaled-down': size => `To meet the file size, the image was scaled down to ${size} pixels.`,
  'icon-size': size => `Icons are at most 256 pixels per side, so this one is ${size} pixels.`,
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
