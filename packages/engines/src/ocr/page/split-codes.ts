/** Splits codes such as "13 A" that Tesseract reads as one word, at the gap between their letters in the image. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { LetterBox } from '../image/letter-boxes.ts'

/** Digits next to capitals. The digit 1 has wide gaps in itself. */
const boundary = /(?<=[02-9])(?=\p{Lu})|(?<=\p{L})(?=[02-9])/gu
/** In heights of the word. */
const minGap = 0.3
/** Relative to the largest other gap in the word. */
const minRatio = 2
/** In heights of the word: lower blobs are punctuation and specks. */
const minLetterHeight = 0.4

export function splitCodes(words: readonly TesseractWord[], letters: readonly LetterBox[]): TesseractWord[] {
  return words.flatMap(word => {
    const at = [...word.text.matchAll(boundary)].map(({ index }) => index)
    return at.length === 1 ? splitAt(word, at[0] as number, letters) : [word]
  })
}

function splitAt(word: TesseractWord, index: number, letters: readonly LetterBox[]): TesseractWord[] {
  const { text, x, y, width, height } = word
  const inside = letters
    .filter(letter => letter.x > x && letter.x < x + width && letter.y > y && letter.y < y + height)
    .filter(letter => letter.height > minLetterHeight * height)
    .sort((one, other) => one.x - other.x)
  // Joined or broken letters cannot be assigned to characters.
  if (inside.length !== text.length) return [word]
  const gaps = inside.slice(1).map((letter, before) => leftOf(letter) - rightOf(inside[before] as LetterBox))
  const gap = gaps[index - 1] as number
  const others = Math.max(0, ...gaps.filter((_, at) => at !== index - 1))
  if (gap < minGap * height || gap < minRatio * others) return [word]
  const [end, start] = [rightOf(inside[index - 1] as LetterBox), leftOf(inside[index] as LetterBox)]
  return [
    { ...word, text: text.slice(0, index), width: Math.round(end - x) },
    { ...word, text: text.slice(index), x: Math.round(start), width: Math.round(x + width - start) },
  ]
}

function leftOf({ x, width }: LetterBox): number {
  return x - width / 2
}

function rightOf({ x, width }: LetterBox): number {
  return x + width / 2
}
