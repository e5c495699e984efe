/** How well a page was read, as far as Tesseract's own confidence tells. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'

export interface Quality {
  /** Of all characters together, 0 to 100; 0 without any. */
  readonly confidence: number
  readonly characters: number
  /** Much text that was read surely is worth most: two readings of one page are compared by it. */
  readonly score: number
}

/** A character read with less than this speaks against a reading. */
const neutralConfidence = 45

export function qualityOf(words: readonly RecognisedWord[]): Quality {
  let [characters, sum, score] = [0, 0, 0]
  for (const { text, confidence } of words) {
    const length = text.length
    characters += length
    sum += length * confidence
    score += length * (confidence - neutralConfidence)
  }
  return { characters, confidence: characters === 0 ? 0 : sum / characters, score }
}

/** Read surely enough that nothing else is tried. */
export function isGood({ confidence, characters }: Quality): boolean {
  return confidence >= 80 && characters >= 20
}

/** So sure that no other pack of the script can be meant: traditional letters read as simplified ones stay far below. */
export function isSure({ confidence, characters }: Quality): boolean {
  return confidence >= 88 && characters >= 40
}

/** Certainly in this script and the right way up, though not without mistakes. */
export function isReadable({ confidence, characters }: Quality): boolean {
  return confidence >= 66 && characters >= 12
}
