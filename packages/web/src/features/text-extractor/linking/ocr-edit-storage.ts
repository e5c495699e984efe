/** Persists the edits of an extracted text in localStorage, so that its words stay linked after a reload. */
import { z } from 'zod'
import { storageOwner } from '../../../lib/site-address.ts'
import type { TextEdit } from './text-edit.ts'

const storageKey = `${storageOwner}.edits.ocr`
/** Larger edits are not saved: localStorage is small and shared with other features. */
const maxCharacters = 1_000_000

const savedEditsSchema = z.object({
  /** The job the edits belong to. */
  conversionId: z.string(),
  edits: z.array(z.object({ start: z.number(), end: z.number(), inserted: z.string() })),
})

export function readOcrEdits(conversionId: string): readonly TextEdit[] {
  try {
    const saved = savedEditsSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
    return saved.conversionId === conversionId ? saved.edits : []
  } catch {
    return []
  }
}

export function saveOcrEdits(conversionId: string, edits: readonly TextEdit[]): void {
  const json = JSON.stringify({ conversionId, edits })
  try {
    if (edits.length > 0 && json.length <= maxCharacters) localStorage.setItem(storageKey, json)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be full or disabled: the edits last until the page is closed.
  }
}

export function clearOcrEdits(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing is saved either.
  }
}
