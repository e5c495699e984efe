/** Aligns another reading of a line with the first one by edit distance and extracts the counterpart of a word run. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { LowConfidenceRun } from './find-low-confidence.ts'

export interface AlternativeReading {
  /** Without spaces: in scripts without them, two readings of a line rarely agree on word boundaries. */
  readonly letters: string
  /** The same letters, split at spaces. */
  readonly parts: readonly string[]
  /** Mean over all letters; 0 if there are none. */
  readonly confidence: number
}

interface Letter {
  readonly letter: string
  readonly isAfterSpace: boolean
  readonly confidence: number
}

/** Undefined if the letters next to the run differ too, so that the counterpart cannot be located. */
export function alignReading(
  words: readonly TesseractWord[],
  { first, end }: LowConfidenceRun,
  other: readonly TesseractWord[],
): AlternativeReading | undefined {
  const [ours, theirs] = [lettersOf(words), lettersOf(other)]
  const before = lettersOf(words.slice(0, first)).length
  const after = before + lettersOf(words.slice(first, end)).length
  const matches = matchLetters(ours, theirs)
  const from = before === 0 ? 0 : next(matches[before - 1])
  const to = after === ours.length ? theirs.length : matches[after]
  if (from === undefined || to === undefined || from > to) return undefined
  const found = theirs.slice(from, to)
  const isInside = before > 0 && after < ours.length
  // Without context on both sides, an empty counterpart may also be a line that was missed.
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

function lettersOf(words: readonly TesseractWord[]): Letter[] {
  return words.flatMap(({ text, isGlued = false, confidence }) =>
    [...text].map((letter, at) => ({ letter, isAfterSpace: at === 0 && !isGlued, confidence })),
  )
}

/** For each letter the index of its match in the other reading, along the shortest edit path (Levenshtein). */
function matchLetters(ours: readonly Letter[], theirs: readonly Letter[]): (number | undefined)[] {
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
  const matches: (number | undefined)[] = ours.map(() => undefined)
  let [row, column] = [ours.length, theirs.length]
  while (row > 0 && column > 0) {
    const same = isSame(row - 1, column - 1)
    if (cost(row, column) === cost(row - 1, column - 1) + (same ? 0 : 1)) {
      row -= 1
      column -= 1
      if (same) matches[row] = column
    } else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return matches
}
