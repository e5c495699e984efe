/** Text edits as one replaced range: computed from two texts, applied, and merged with the previous edit. */

export interface TextEdit {
  readonly start: number
  /** End of the replaced range in the old text. */
  readonly end: number
  readonly inserted: string
}

export function applyEdit(text: string, { start, end, inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

/**
 * Returns the range in which two texts differ. If it is ambiguous, as in a run of equal characters, it is the one
 * that ends at the caret.
 */
export function findEdit(before: string, after: string, caret: number): TextEdit | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix += 1
  let suffix = 0
  const isSameFromEnd = (distance: number) =>
    before.charCodeAt(before.length - distance) === after.charCodeAt(after.length - distance)
  while (suffix < shorter && isSameFromEnd(suffix + 1)) suffix += 1

  const minimal = editBetween(before, after, prefix, Math.min(suffix, shorter - prefix))
  const caretSuffix = Math.min(suffix, after.length - caret)
  const atCaret = editBetween(before, after, Math.min(prefix, shorter - caretSuffix), caretSuffix)
  return atCaret.inserted.length <= minimal.inserted.length && lengthOf(atCaret) <= lengthOf(minimal)
    ? atCaret
    : minimal
}

function editBetween(before: string, after: string, prefix: number, suffix: number): TextEdit {
  return {
    start: prefix,
    end: before.length - suffix,
    inserted: after.slice(prefix, after.length - suffix),
  }
}

function lengthOf({ start, end }: TextEdit): number {
  return end - start
}

/** Merges an edit that continues the last one, so that typing does not add one edit per character. */
export function joinEdits(last: TextEdit, next: TextEdit): TextEdit | undefined {
  const lastEnd = last.start + last.inserted.length
  // Within the text the last edit inserted, or at its end.
  if (next.start < last.start || next.end > lastEnd) return undefined
  const from = next.start - last.start
  const inserted = last.inserted.slice(0, from) + next.inserted + last.inserted.slice(next.end - last.start)
  return { start: last.start, end: last.end, inserted }
}
