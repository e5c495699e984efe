/** Report of an image helper. Notes become fixed sentences: a helper parses untrusted files and must not supply text. */
import { z } from 'zod'
import type { StepOutcome } from './engine.ts'
import type { StreamedResult } from './process/helper-program.ts'

const size = { width: z.number(), height: z.number() }
const noteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['first-frame', 'first-page', 'first-image', 'raw-preview', 'eps-preview', 'damaged']),
  }),
  z.object({ kind: z.enum(['scaled-down', 'icon-size']), ...size }),
])
export type ImageNote = Readonly<z.infer<typeof noteSchema>>

const reportSchema = z.object({
  notes: z.array(z.unknown()).default([]),
  /** Of a result or an inspected file with several. */
  pages: z.int().positive().exactOptional(),
  /** The pages are numbered files in a ZIP archive. */
  isArchive: z.boolean().default(false),
})
export type ImageReport = Readonly<z.input<typeof reportSchema>>

export function readImageReport(
  about: unknown,
): Pick<StepOutcome, 'notes' | 'warnings' | 'pages' | 'format'> {
  const { data } = reportSchema.safeParse(about)
  if (data === undefined) return {}
  const parsed = data.notes.flatMap(given => noteSchema.safeParse(given).data ?? [])
  const isWarning = ({ kind }: ImageNote) =>
    kind === 'damaged' || kind === 'raw-preview' || kind === 'eps-preview'
  const notes = parsed.filter(note => !isWarning(note)).map(sentenceOf)
  const warnings = parsed.filter(isWarning).map(sentenceOf)
  return {
    ...(notes.length > 0 && { notes }),
    ...(warnings.length > 0 && { warnings }),
    ...(data.pages !== undefined && { pages: data.pages }),
    ...(data.isArchive && { format: 'zip' }),
  }
}

export const damagedImage = 'This image is damaged: parts of it could not be read.'

function sentenceOf(note: ImageNote): string {
  switch (note.kind) {
    case 'first-frame':
      return 'This image is animated; its first frame was used.'
    case 'first-page':
      return 'This file has several pages; the first one was used.'
    case 'first-image':
      return 'This file has several images; the first one was used.'
    case 'raw-preview':
      return 'The sensor data of this photo cannot be read; the preview that the camera has added was used.'
    case 'eps-preview':
      return 'The drawing in this EPS file cannot be read; its preview was used.'
    case 'damaged':
      return damagedImage
    case 'scaled-down':
      return `To meet the file size, the image was scaled down to ${note.width} × ${note.height} pixels.`
    case 'icon-size':
      return `Icons are at most 256 pixels per side, so this one is ${note.width} × ${note.height} pixels.`
  }
}

/** Result of an image helper together with notes for the user. */
export function withImageNotes(result: Uint8Array, notes: readonly ImageNote[]): StreamedResult {
  return withImageReport(result, { notes: [...notes] })
}

export function withImageReport(result: Uint8Array, report: ImageReport): StreamedResult {
  async function* chunks() {
    yield result
  }
  return { chunks: chunks(), about: () => report }
}
