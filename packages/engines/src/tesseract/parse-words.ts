/** Tesseract's table of what it read, one row a word, together with its text, which knows where spaces are. */

export interface RecognisedWord {
  readonly text: string
  /** In pixels of the picture, from its upper left corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0 to 100. */
  readonly confidence: number
  /** Words of one line share it. */
  readonly line: string
  /** No space stands before it: scripts without spaces are cut into words all the same. */
  readonly isGlued?: boolean
}

const wordLevel = '5'

export function parseWords(table: string, text = ''): RecognisedWord[] {
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
    }))
  return text === '' ? words : joinHangul(markGlued(words, text))
}

function markGlued(words: readonly RecognisedWord[], text: string): RecognisedWord[] {
  let at = 0
  return words.map((word, index) => {
    const start = text.indexOf(word.text, at)
    // Far away it is another word: what the text leaves out says nothing.
    if (start < 0 || start - at > 200) return word
    const isGlued = start === at && index > 0 && words[index - 1]?.line === word.line
    at = start + word.text.length
    return isGlued ? { ...word, isGlued } : word
  })
}

const hangul = /\p{Script=Hangul}/u

/** Korean has words, but Tesseract cuts them into syllables. */
function joinHangul(words: readonly RecognisedWord[]): RecognisedWord[] {
  const joined: RecognisedWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last && word.isGlued && (hangul.test(word.text) || hangul.test(last.text)))
      joined[joined.length - 1] = together(last, word)
    else joined.push(word)
  }
  return joined
}

function together(one: RecognisedWord, other: RecognisedWord): RecognisedWord {
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
