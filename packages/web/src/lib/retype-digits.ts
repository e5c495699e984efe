/** What becomes of a field of grouped digits after a key: the digits in their groups, and the caret where the writer left it. */
import { digitsOf } from '@filesmith/contract/card-rules'

interface Keystroke {
  /** As the browser left it. */
  readonly text: string
  readonly caret: number
  /** What stood there before. */
  readonly previous: string
  /** The browser's name for what was done. */
  readonly inputType?: string | undefined
}

export function retypeDigits(
  key: Keystroke,
  format: (text: string) => string,
): { text: string; caret: number } {
  const { text, caret } = key
  const before = digitsOf(text.slice(0, caret)).length
  const removed = removedDigit(key, before)
  const digits = digitsOf(text)
  const kept = removed === undefined ? text : digits.slice(0, removed) + digits.slice(removed + 1)
  const formatted = format(kept)
  const isAtEnd = caret >= text.length
  if (isAtEnd) return { text: formatted, caret: formatted.length }
  // A month may have been given a zero in front.
  const added = Math.max(0, digitsOf(formatted).length - digitsOf(kept).length)
  const passed = before + added - (removed !== undefined && removed < before ? 1 : 0)
  return { text: formatted, caret: placeAfter(formatted, passed) }
}

/** Whoever deletes a space between groups means the digit beside it. */
function removedDigit({ text, previous, inputType }: Keystroke, before: number): number | undefined {
  const isOnlySpace = text.length < previous.length && digitsOf(text) === digitsOf(previous)
  if (!isOnlySpace) return undefined
  if (inputType === 'deleteContentBackward' && before > 0) return before - 1
  return inputType === 'deleteContentForward' ? before : undefined
}

function placeAfter(text: string, digitCount: number): number {
  let passed = 0
  for (const [index, character] of [...text].entries()) {
    if (passed === digitCount) return index
    if (/\d/.test(character)) passed += 1
  }
  return text.length
}
