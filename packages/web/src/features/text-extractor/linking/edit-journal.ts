/** The changes made to an extracted text, kept over a reload as they were made, so that its words stay linked. */
import { z } from 'zod'
import type { TextEdit } from './text-edit.ts'

const storageKey = 'filesmith.edits.ocr'
/** A rewritten book is not kept: storage is small, and shared with everything else. */
const maxCharacters = 1_000_000

const journalSchema = z.object({
  /** Of the extraction that the changes belong to. */
  conversionId: z.string(),
  edits: z.array(z.object({ start: z.number(), end: z.number(), inserted: z.string() })),
})

export function readEdits(conversionId: string): readonly TextEdit[] {
  try {
    const journal = journalSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
    return journal.conversionId === conversionId ? journal.edits : []
  } catch {
    return []
  }
}

export function keepEdits(conversionId: string, edits: readonly TextEdit[]): void {
  const json = JSON.stringify({ conversionId, edits })
  try {
    if (edits.length > 0 && json.length <= maxCharacters) localStorage.setItem(storageKey, json)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be full or closed to us: the changes are there until the page is left.
  }
}

export function forgetEdits(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Then there is nothing kept either.
  }
}
