/** A change of a text as one replaced stretch: found by comparing, applied, and joined with the one before. */

export interface TextEdit {
  readonly start: number
  /** Of what was taken away, in the text before. */
  readonly end: number
  readonly inserted: string
}

export function applyEdit(text: string, { start, end, inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

/**
 * The stretch in which two texts differ. Where it could lie in several places, as in a row of equal letters, it is
 * the one that ends at the caret.
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

  const small = editBetween(before, after, prefix, Math.min(suffix, shorter - prefix))
  const kept = Math.min(suffix, after.length - caret)
  const atCaret = editBetween(before, after, Math.min(prefix, shorter - kept), kept)
  return atCaret.inserted.length <= small.inserted.length && lengthOf(atCaret) <= lengthOf(small)
    ? atCaret
    : small
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

/** Typing goes letter by letter: what only goes on with the last change becomes part of it. */
export function joinEdits(last: TextEdit, next: TextEdit): TextEdit | undefined {
  const lastEnd = last.start + last.inserted.length
  // Inside what the last change put in, or right at its end.
  if (next.start < last.start || next.end > lastEnd) return undefined
  const from = next.start - last.start
  const inserted = last.inserted.slice(0, from) + next.inserted + last.inserted.slice(next.end - last.start)
  return { start: last.start, end: last.end, inserted }
}
