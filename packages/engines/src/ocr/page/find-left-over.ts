/** Finds rows of letters that a reading has passed over: Tesseract drops whole lines without a word. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { LetterPlace } from '../image/letter-places.ts'

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface LeftOver {
  readonly letterCount: number
  /** Where to look again. */
  readonly places: readonly Rectangle[]
  /** Words of lines that go on in what was passed over: they are read again with it. */
  readonly touched: ReadonlySet<RecognisedWord>
}

/** Fewer are dots, rules and ornaments. */
const fewestLetters = 3
const fewestInRow = 3
const leastShare = 0.004

/** Undefined when nothing that looks like text was passed over. */
export function findLeftOver(
  letters: readonly LetterPlace[],
  words: readonly RecognisedWord[],
): LeftOver | undefined {
  const rows = rowsOf(
    letters.filter(letter => !words.some(word => isInside(letter, word))),
    usualHeight(letters),
  )
  const count = rows.reduce((sum, row) => sum + Math.max(fewestInRow, row.length), 0)
  if (count < fewestLetters || count < leastShare * letters.length) return undefined
  const boxes = rows.map(boxOf)
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const touchedLines = lines.filter(line => boxes.some(box => goesOn(boxOfWords(line), box)))
  return {
    letterCount: count,
    places: [...boxes, ...touchedLines.map(boxOfWords)].map(widened),
    touched: new Set(touchedLines.flat()),
  }
}

function isInside({ x, y, height }: LetterPlace, word: RecognisedWord): boolean {
  const slack = 0.35 * Math.max(height, 0.5 * word.height)
  return (
    x >= word.x - slack &&
    x <= word.x + word.width + slack &&
    y >= word.y - slack &&
    y <= word.y + word.height + slack
  )
}

/** Letters of about one height, side by side. */
function rowsOf(letters: readonly LetterPlace[], usual: number): LetterPlace[][] {
  const rows: LetterPlace[][] = []
  for (const letter of letters.toSorted((one, other) => one.x - other.x)) {
    const row = rows.find(candidate => isNext(candidate.at(-1) as LetterPlace, letter))
    if (row) row.push(letter)
    else rows.push([letter])
  }
  return rows.filter(row => row.length >= fewestInRow || isJoinedWord(boxOf(row), usual))
}

/** Letters of some scripts hang together: a whole word is one of them. */
function isJoinedWord({ left, top, right, bottom }: Rectangle, usual: number): boolean {
  const [width, height] = [right - left, bottom - top]
  return width > 2 * height && height > 1.2 * usual && height < 5 * usual
}

function usualHeight(letters: readonly LetterPlace[]): number {
  const heights = letters.map(({ height }) => height).sort((one, other) => one - other)
  return heights[heights.length >> 1] ?? 0
}

function isNext(last: LetterPlace, letter: LetterPlace): boolean {
  const [low, high] = [Math.min(last.height, letter.height), Math.max(last.height, letter.height)]
  const gap = letter.x - letter.width / 2 - (last.x + last.width / 2)
  return high < 2.6 * low && Math.abs(letter.y - last.y) < 0.6 * high && gap < 2 * high && gap > -high
}

function boxOf(row: readonly LetterPlace[]): Rectangle {
  return around(
    row.map(({ x, y, width, height }) => ({
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    })),
  )
}

function boxOfWords(words: readonly RecognisedWord[]): Rectangle {
  return around(
    words.map(({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height })),
  )
}

function around(boxes: readonly Rectangle[]): Rectangle {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** On one line, with no more than a word's space between. */
function goesOn(line: Rectangle, row: Rectangle): boolean {
  const height = line.bottom - line.top
  const shared = Math.min(line.bottom, row.bottom) - Math.max(line.top, row.top)
  const gap = Math.max(row.left - line.right, line.left - row.right)
  return shared > 0.4 * Math.min(height, row.bottom - row.top) && gap < 1.5 * height
}

/** What hangs over and below the letters comes along. */
function widened({ left, top, right, bottom }: Rectangle): Rectangle {
  const room = 0.45 * (bottom - top)
  return { left: left - room, top: top - room, right: right + room, bottom: bottom + room }
}
