/**
 * Edited text and translations of a transcript in sessionStorage: survives a reload, but only in this tab, because
 * it is user content.
 */
import { languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import { storageOwner } from '../../../lib/site-address.ts'

const storageKey = `${storageOwner}.work.video2text-edits`

const lineSchema = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() })
const wordSchema = lineSchema

const editsSchema = z.object({
  /** The transcript the edits belong to. */
  conversionId: z.string(),
  text: z.string(),
  /** The lines after one was split, merged or shifted; absent as long as they are those of the server. */
  lines: z.array(lineSchema.extend({ words: z.array(wordSchema).exactOptional() })).exactOptional(),
  translations: z.array(
    z.object({
      language: z.enum(languageIds),
      /** The lines being translated, as they were at the start. */
      source: z.array(lineSchema),
      /** The lines translated so far. */
      done: z.array(z.string()),
      text: z.string(),
    }),
  ),
})
export type SavedTranscriptEdits = z.infer<typeof editsSchema>
export type Translation = SavedTranscriptEdits['translations'][number]

export function readTranscriptEdits(conversionId: string): SavedTranscriptEdits | undefined {
  try {
    const edits = editsSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return edits.conversionId === conversionId ? edits : undefined
  } catch {
    return undefined
  }
}

export function saveTranscriptEdits(edits: SavedTranscriptEdits): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(edits))
  } catch {
    // Storage may be full or disabled: the edits are lost on a reload then.
  }
}

export function clearTranscriptEdits(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was saved either.
  }
}
