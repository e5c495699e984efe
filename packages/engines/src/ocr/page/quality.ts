/** Quality of an OCR result, based on Tesseract's confidence values. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'

export interface Quality {
  /** Mean over all characters, 0 to 100; 0 if there are none. */
  readonly confidence: number
  readonly characters: number
  /** Compares two readings of one page: grows with the amount of confidently recognized text. */
  readonly score: number
}

/** A character below this confidence lowers the score. */
const neutralConfidence = 45

export function qualityOf(words: readonly TesseractWord[]): Quality {
  let [characters, sum, score] = [0, 0, 0]
  for (const { text, confidence } of words) {
    const length = text.length
    characters += length
    sum += length * confidence
    score += length * (confidence - neutralConfidence)
  }
  return { characters, confidence: characters === 0 ? 0 : sum / characters, score }
}

/** Good enough to skip further attempts. */
export function isGood({ confidence, characters }: Quality): boolean {
  return confidence >= 80 && characters >= 20
}

/** Confident enough to rule out other packs of the script: traditional Chinese read as simplified scores far lower. */
export function isSure({ confidence, characters }: Quality): boolean {
  return confidence >= 88 && characters >= 40
}

/** Right script and right way up, though with mistakes. */
export function isReadable({ confidence, characters }: Quality): boolean {
  return confidence >= 66 && characters >= 12
}
