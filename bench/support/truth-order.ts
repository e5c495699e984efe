/**
 * Measures whether the true words of a page are in a reading order: the same words, read along the white space between their
 * boxes, are scored against the truth. The cuts are chosen to fit the truth, so a page that reaches little here is in no such
 * order, and a reader that finds every word must not be expected to reach more.
 */
import { scoreWords, wordsOf } from './word-score.ts'

export interface TruthWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
}

/** Words of an hOCR document in its order. */
export function truthWords(hocr: string): TruthWord[] {
  const pattern = /class=["']ocrx_word["'][^>]*?bbox (\d+) (\d+) (\d+) (\d+)[^>]*>([\s\S]*?)<\/span>/g
  return [...hocr.matchAll(pattern)].map(([, left, top, right, bottom, word = '']) => ({
    text: word
      .replace(/<[^>]+>/g, '')
      .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity),
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
  }))
}

/** The best order score of readings along white space. */
export interface TruthOrder {
  /** Every part may be read by rows or by columns. */
  readonly anyOrder: number
  /** Tables are read by rows, as a person reads them. */
  readonly tablesByRow: number
}

export function truthOrder(truth: readonly TruthWord[]): TruthOrder {
  const scoreOf = (isCutAllowed: IsCutAllowed) =>
    scoreWords(wordsIn(truth), wordsIn(bestReading(truth, isCutAllowed))).order
  return {
    anyOrder: scoreOf(() => true),
    tablesByRow: scoreOf((left, right) => !areRowsOfTable(left, right)),
  }
}

export function wordsIn(words: readonly TruthWord[]): string[] {
  return wordsOf(words.map(({ text }) => text).join(' '))
}

type IsCutAllowed = (left: readonly TruthWord[], right: readonly TruthWord[]) => boolean

/** In letter heights. */
const minGutter = 1
const minSpace = 0.1
/** Tried in each direction, the widest first. */
const maxCuts = 3

/**
 * Recursive cuts along the widest white space (XY-cut), each across or down or none, whichever keeps more words in the order of
 * the truth; what is not cut is read by rows.
 */
function bestReading(truth: readonly TruthWord[], isCutAllowed: IsCutAllowed): readonly TruthWord[] {
  const position = new Map(truth.map((word, at) => [word, at]))
  const positionsOf = (words: readonly TruthWord[]) => words.map(word => position.get(word) ?? 0)
  const size = medianHeight(truth)
  const known = new Map<string, readonly TruthWord[]>()

  function read(words: readonly TruthWord[]): readonly TruthWord[] {
    const key = positionsOf(words).join()
    const reading = known.get(key) ?? findBest(words)
    known.set(key, reading)
    return reading
  }

  function findBest(words: readonly TruthWord[]): readonly TruthWord[] {
    const columns = cutsOf(words, minGutter * size, word => [word.left, word.right])
    const spaces = cutsOf(words, minSpace * size, word => [word.top, word.bottom])
    const cuts = [...columns.filter(([left, right]) => isCutAllowed(left, right)), ...spaces]
    const readings = [
      rowsOf(words).flat(),
      ...cuts.map(([first, second]) => [...read(first), ...read(second)]),
    ]
    const kept = readings.map(reading => longestIncrease(positionsOf(reading)))
    return readings[kept.indexOf(Math.max(...kept))] ?? []
  }

  return read(truth)
}

/** Words whose middle is above the bottom of the word before, from left to right. */
function rowsOf(words: readonly TruthWord[]): TruthWord[][] {
  const rows: TruthWord[][] = []
  for (const word of words.toSorted((one, other) => one.top + one.bottom - other.top - other.bottom)) {
    const last = rows.at(-1)?.at(-1)
    if (last && word.top + word.bottom < 2 * last.bottom) rows.at(-1)?.push(word)
    else rows.push([word])
  }
  return rows.map(row => row.toSorted((one, other) => one.left - other.left))
}

/** A number, a name or a short label. */
const maxCellWords = 2
const minLevel = 0.5

/** Texts beside each other, one of which is a column of cells, with lines on the same height. */
function areRowsOfTable(left: readonly TruthWord[], right: readonly TruthWord[]): boolean {
  const sides = [rowsOf(left), rowsOf(right)] as const
  const [few, many] = sides[0].length < sides[1].length ? sides : [sides[1], sides[0]]
  const level = few.filter(([word]) => many.some(([other]) => word && other && isLevel(word, other)))
  const hasCells = sides.some(rows => median(rows.map(row => row.length)) <= maxCellWords)
  return hasCells && level.length >= minLevel * few.length
}

function isLevel(one: TruthWord, other: TruthWord): boolean {
  const middle = (one.top + one.bottom) / 2
  return middle > other.top && middle < other.bottom
}

/** Both parts of each cut. */
function cutsOf(
  words: readonly TruthWord[],
  minWidth: number,
  spanOf: (word: TruthWord) => readonly [number, number],
): (readonly [TruthWord[], TruthWord[]])[] {
  const sorted = words.toSorted((one, other) => spanOf(one)[0] - spanOf(other)[0])
  const cuts: { readonly at: number; readonly width: number }[] = []
  let end = Infinity
  sorted.forEach((word, at) => {
    const [from, to] = spanOf(word)
    if (from - end >= minWidth) cuts.push({ at, width: from - end })
    end = at === 0 ? to : Math.max(end, to)
  })
  return cuts
    .sort((one, other) => other.width - one.width)
    .slice(0, maxCuts)
    .map(({ at }) => [sorted.slice(0, at), sorted.slice(at)])
}

/** Length of the longest increasing subsequence: the words that need not be moved. */
function longestIncrease(positions: readonly number[]): number {
  const ends: number[] = []
  for (const position of positions) {
    const at = ends.findIndex(end => end >= position)
    ends[at < 0 ? ends.length : at] = position
  }
  return ends.length
}

function medianHeight(words: readonly TruthWord[]): number {
  return median(words.map(({ top, bottom }) => bottom - top))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
