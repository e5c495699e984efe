/** Finds rows of letter-like blobs without recognized words: Tesseract silently drops whole lines. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { LetterBox } from '../image/letter-boxes.ts'

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface MissedText {
  readonly letterCount: number
  /** Regions for another OCR pass. */
  readonly regions: readonly Rectangle[]
  /** Words of lines that the missed text continues: they are recognized again together with it. */
  readonly touched: ReadonlySet<TesseractWord>
}

/** Fewer are dots, rules and ornaments. */
const minLetters = 3
const minInRow = 3
const minShare = 0.004

/** Undefined if nothing that resembles text was missed. */
export function findMissedText(
  letters: readonly LetterBox[],
  words: readonly TesseractWord[],
): MissedText | undefined {
  const typical = medianHeight(letters)
  const all = rowsOf(letters.filter(letter => !words.some(word => isInside(letter, word))))
  const codes = all.filter(row => isCode(row, words))
  const rows = [
    ...all.filter(row => row.length >= minInRow || isJoinedWord(boxOf(row), typical)),
    ...codes.filter(row => row.length < minInRow),
  ]
  const count = rows.reduce((sum, row) => sum + Math.max(minInRow, row.length), 0)
  const isEnough = count >= minLetters && count >= minShare * letters.length
  if (!isEnough && codes.length === 0) return undefined
  const boxes = rows.map(boxOf)
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const touchedLines = lines.filter(line => boxes.some(box => continuesLine(boxOfWords(line), box)))
  return {
    letterCount: count,
    regions: [...boxes, ...touchedLines.map(boxOfWords)].map(withMargin),
    touched: new Set(touchedLines.flat()),
  }
}

function isInside({ x, y, height }: LetterBox, word: TesseractWord): boolean {
  const slack = 0.35 * Math.max(height, 0.5 * word.height)
  return (
    x >= word.x - slack &&
    x <= word.x + word.width + slack &&
    y >= word.y - slack &&
    y <= word.y + word.height + slack
  )
}

/** Adjacent letters of similar height. */
function rowsOf(letters: readonly LetterBox[]): LetterBox[][] {
  const rows: LetterBox[][] = []
  for (const letter of letters.toSorted((one, other) => one.x - other.x)) {
    const row = rows.find(candidate => isNext(candidate.at(-1) as LetterBox, letter))
    if (row) row.push(letter)
    else rows.push([letter])
  }
  return rows
}

const minInCode = 2
/** Share of the height of the words beside it. */
const codeHeight = { min: 0.6, max: 1.2 }

/** Letters as high as the words of a line and level with them, such as a code in the first column of a table; specks are lower. */
function isCode(row: readonly LetterBox[], words: readonly TesseractWord[]): boolean {
  if (row.length < minInCode) return false
  const { top, bottom } = boxOf(row)
  const level = words.filter(({ y, height }) => (top + bottom) / 2 > y && (top + bottom) / 2 < y + height)
  return level.some(({ y, height }) => {
    const share = (bottom - top) / height
    return share >= codeHeight.min && share <= codeHeight.max && Math.abs(y - top) < 0.2 * height
  })
}

/** In connected scripts a whole word is one blob. */
function isJoinedWord({ left, top, right, bottom }: Rectangle, typical: number): boolean {
  const [width, height] = [right - left, bottom - top]
  return width > 2 * height && height > 1.2 * typical && height < 5 * typical
}

function medianHeight(letters: readonly LetterBox[]): number {
  const heights = letters.map(({ height }) => height).sort((one, other) => one - other)
  return heights[heights.length >> 1] ?? 0
}

function isNext(last: LetterBox, letter: LetterBox): boolean {
  const [low, high] = [Math.min(last.height, letter.height), Math.max(last.height, letter.height)]
  const gap = letter.x - letter.width / 2 - (last.x + last.width / 2)
  return high < 2.6 * low && Math.abs(letter.y - last.y) < 0.6 * high && gap < 2 * high && gap > -high
}

function boxOf(row: readonly LetterBox[]): Rectangle {
  return around(
    row.map(({ x, y, width, height }) => ({
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    })),
  )
}

function boxOfWords(words: readonly TesseractWord[]): Rectangle {
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

/** On the same line with at most a word space between them. */
function continuesLine(line: Rectangle, row: Rectangle): boolean {
  const height = line.bottom - line.top
  const shared = Math.min(line.bottom, row.bottom) - Math.max(line.top, row.top)
  const gap = Math.max(row.left - line.right, line.left - row.right)
  return shared > 0.4 * Math.min(height, row.bottom - row.top) && gap < 1.5 * height
}

/** Leaves room for ascenders, descenders and diacritics. */
function withMargin({ left, top, right, bottom }: Rectangle): Rectangle {
  const margin = 0.45 * (bottom - top)
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }
}
