/** Finds in another reading of a line what it has for some words of the first, by the letters around them. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { DoubtfulRun } from './find-doubtful.ts'

export interface OtherReading {
  /** Without spaces: where those are, two readings of one line seldom agree in scripts without them. */
  readonly letters: string
  /** The same, cut where spaces are. */
  readonly parts: readonly string[]
  /** Of all its letters together; 0 without any. */
  readonly confidence: number
}

interface Letter {
  readonly letter: string
  readonly isAfterSpace: boolean
  readonly confidence: number
}

/** Undefined when the letters beside the run were read differently, too: nobody can tell then what stands for what. */
export function findSamePassage(
  words: readonly RecognisedWord[],
  { first, end }: DoubtfulRun,
  other: readonly RecognisedWord[],
): OtherReading | undefined {
  const [ours, theirs] = [lettersOf(words), lettersOf(other)]
  const before = lettersOf(words.slice(0, first)).length
  const after = before + lettersOf(words.slice(first, end)).length
  const partners = partnersOf(ours, theirs)
  const from = before === 0 ? 0 : next(partners[before - 1])
  const to = after === ours.length ? theirs.length : partners[after]
  if (from === undefined || to === undefined || from > to) return undefined
  const found = theirs.slice(from, to)
  const isInside = before > 0 && after < ours.length
  // Without letters on both sides, nothing may as well be a line that was passed over.
  if (found.length === 0 && !isInside) return undefined
  const parts: string[] = []
  for (const [at, { letter, isAfterSpace }] of found.entries())
    if (at === 0 || isAfterSpace) parts.push(letter)
    else parts[parts.length - 1] += letter
  return {
    letters: parts.join(''),
    parts,
    confidence: found.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, found.length),
  }
}

function next(index: number | undefined): number | undefined {
  return index === undefined ? undefined : index + 1
}

function lettersOf(words: readonly RecognisedWord[]): Letter[] {
  return words.flatMap(({ text, isGlued = false, confidence }) =>
    [...text].map((letter, at) => ({ letter, isAfterSpace: at === 0 && !isGlued, confidence })),
  )
}

/** For each letter its equal in the other reading, where the least change leads from one to the other. */
function partnersOf(ours: readonly Letter[], theirs: readonly Letter[]): (number | undefined)[] {
  const width = theirs.length + 1
  const costs = new Uint16Array((ours.length + 1) * width)
  const cost = (row: number, column: number) => costs[row * width + column] as number
  const isSame = (row: number, column: number) => ours[row]?.letter === theirs[column]?.letter
  for (let column = 1; column < width; column += 1) costs[column] = column
  for (let row = 1; row <= ours.length; row += 1) {
    costs[row * width] = row
    for (let column = 1; column < width; column += 1)
      costs[row * width + column] = Math.min(
        cost(row - 1, column - 1) + (isSame(row - 1, column - 1) ? 0 : 1),
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
      )
  }
  const partners: (number | undefined)[] = ours.map(() => undefined)
  let [row, column] = [ours.length, theirs.length]
  while (row > 0 && column > 0) {
    const same = isSame(row - 1, column - 1)
    if (cost(row, column) === cost(row - 1, column - 1) + (same ? 0 : 1)) {
      row -= 1
      column -= 1
      if (same) partners[row] = column
    } else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return partners
}
