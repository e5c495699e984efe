/** Parses Tesseract's TSV output, one row per word, and takes word spacing from its text output. */

export interface TesseractWord {
  readonly text: string
  /** In pixels from the top left corner of the image. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0 to 100. */
  readonly confidence: number
  /** Shared by the words of a line. */
  readonly line: string
  /** Number of the text block in Tesseract's reading order; undefined if the layout was not analyzed. */
  readonly block?: number
  /** Not separated from the previous word by a space: Tesseract splits scripts without spaces into words as well. */
  readonly isGlued?: boolean
}

export interface WordBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Around all of the words. */
export function boxOf(words: readonly TesseractWord[]): WordBox {
  return {
    left: Math.min(...words.map(({ x }) => x)),
    top: Math.min(...words.map(({ y }) => y)),
    right: Math.max(...words.map(({ x, width }) => x + width)),
    bottom: Math.max(...words.map(({ y, height }) => y + height)),
  }
}

const wordLevel = '5'

export function parseWords(table: string, text = ''): TesseractWord[] {
  const words = table
    .split('\n')
    .map(row => row.split('\t'))
    .filter(([level, , , , , , , , , , , word]) => level === wordLevel && word?.trim())
    .map(([, , block, paragraph, line, , left, top, width, height, confidence, word = '']) => ({
      text: word.trim(),
      x: Number(left),
      y: Number(top),
      width: Number(width),
      height: Number(height),
      confidence: Number(confidence),
      line: `${block}.${paragraph}.${line}`,
      block: Number(block),
    }))
  return text === '' ? words : joinHangul(markGlued(words, text))
}

const maxDistance = 200

function markGlued(words: readonly TesseractWord[], text: string): TesseractWord[] {
  let at = 0
  return words.map((word, index) => {
    // A distant match is a different word, and looking for each would be quadratic; words missing in the text output
    // are left unmarked.
    const offset = text.slice(at, at + maxDistance + word.text.length).indexOf(word.text)
    if (offset < 0) return word
    const start = at + offset
    const isGlued = start === at && index > 0 && words[index - 1]?.line === word.line
    at = start + word.text.length
    return isGlued ? { ...word, isGlued } : word
  })
}

const hangul = /\p{Script=Hangul}/u

/** Tesseract splits Korean words into syllables. */
function joinHangul(words: readonly TesseractWord[]): TesseractWord[] {
  const joined: TesseractWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last && word.isGlued && (hangul.test(word.text) || hangul.test(last.text)))
      joined[joined.length - 1] = joinWords(last, word)
    else joined.push(word)
  }
  return joined
}

function joinWords(one: TesseractWord, other: TesseractWord): TesseractWord {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const [lengthOfOne, lengthOfOther] = [one.text.length, other.text.length]
  return {
    ...one,
    text: one.text + other.text,
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
    confidence:
      (one.confidence * lengthOfOne + other.confidence * lengthOfOther) / (lengthOfOne + lengthOfOther),
  }
}
