/** Label of a page as readers show it: "iv", "A-3" (ISO 32000-1, 12.4.2). */
import { type PdfDict, textOf } from '../qpdf/pdf-value.ts'

const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** Longer numbers would be lines of letters. */
const maxRepeats = 100

const styles: Readonly<Record<string, (number: number) => string>> = {
  '/D': String,
  '/r': roman,
  '/R': number => roman(number).toUpperCase(),
  '/a': letters,
  '/A': number => letters(number).toUpperCase(),
}

/** The number of the page where the document has no labels. */
export function pageLabel(label: PdfDict | null, pageNumber: number): string {
  if (label === null) return String(pageNumber)
  const { '/S': style, '/St': start, '/P': prefix } = label
  const write = typeof style === 'string' ? styles[style] : undefined
  const number = typeof start === 'number' && start >= 1 ? start : 1
  return `${textOf(prefix)}${write?.(number) ?? ''}`
}

function roman(number: number): string {
  let rest = Math.min(number, 1000 * maxRepeats)
  let text = ''
  for (const [value, digits] of romanDigits)
    while (rest >= value) {
      text += digits
      rest -= value
    }
  return text
}

/** a to z, then aa to zz, as PDF defines it. */
function letters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % 26))
  return letter.repeat(Math.min(maxRepeats, Math.ceil(number / 26)))
}
