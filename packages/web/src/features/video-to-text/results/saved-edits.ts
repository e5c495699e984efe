/** What somebody made of a transcript, kept over a reload in this tab only, for it is their words: the edited text, and translations. */
import { languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'

const storageKey = 'filesmith.work.video2text-edits'

const lineSchema = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() })

const editsSchema = z.object({
  /** Edits belong to one transcript. */
  conversionId: z.string(),
  text: z.string(),
  translations: z.array(
    z.object({
      language: z.enum(languageIds),
      /** The lines that are translated, as they were when it began. */
      source: z.array(lineSchema),
      /** As far as it has come. */
      done: z.array(z.string()),
      text: z.string(),
    }),
  ),
})
export type SavedEdits = z.infer<typeof editsSchema>
export type Translation = SavedEdits['translations'][number]

export function readEdits(conversionId: string): SavedEdits | undefined {
  try {
    const edits = editsSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return edits.conversionId === conversionId ? edits : undefined
  } catch {
    return undefined
  }
}

export function saveEdits(edits: SavedEdits): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(edits))
  } catch {
    // Storage may be full or closed to us: the work goes on, it only cannot be found again after a reload.
  }
}

export function forgetEdits(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // What could not be kept need not be forgotten.
  }
}
