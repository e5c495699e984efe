/** Regroups the digits of an input after a change and computes the new caret position. */
import { digitsOf } from '@filesmith/contract/card-rules'

interface InputChange {
  /** Value after the change. */
  readonly text: string
  readonly caret: number
  /** Value before the change. */
  readonly previous: string
  /** `InputEvent.inputType`. */
  readonly inputType?: string | undefined
}

export function reformatDigits(
  change: InputChange,
  format: (text: string) => string,
): { text: string; caret: number } {
  const { text, caret } = change
  const digitsBefore = digitsOf(text.slice(0, caret)).length
  const removedIndex = removedDigit(change, digitsBefore)
  const digits = digitsOf(text)
  const remaining =
    removedIndex === undefined ? text : digits.slice(0, removedIndex) + digits.slice(removedIndex + 1)
  const formatted = format(remaining)
  const isAtEnd = caret >= text.length
  if (isAtEnd) return { text: formatted, caret: formatted.length }
  // `format` may have added a leading zero to the month.
  const added = Math.max(0, digitsOf(formatted).length - digitsOf(remaining).length)
  const digitsPassed =
    digitsBefore + added - (removedIndex !== undefined && removedIndex < digitsBefore ? 1 : 0)
  return { text: formatted, caret: indexAfterDigits(formatted, digitsPassed) }
}

/** Deleting the space between groups deletes the adjacent digit. */
function removedDigit({ text, previous, inputType }: InputChange, digitsBefore: number): number | undefined {
  const isOnlySpace = text.length < previous.length && digitsOf(text) === digitsOf(previous)
  if (!isOnlySpace) return undefined
  if (inputType === 'deleteContentBackward' && digitsBefore > 0) return digitsBefore - 1
  return inputType === 'deleteContentForward' ? digitsBefore : undefined
}

function indexAfterDigits(text: string, digitCount: number): number {
  let digitsPassed = 0
  for (const [index, character] of [...text].entries()) {
    if (digitsPassed === digitCount) return index
    if (/\d/.test(character)) digitsPassed += 1
  }
  return text.length
}
