/** Finds the columns of a table: strips of white over its rows, each confirmed by gaps that are wider than a space. */

import type { Segment, Word } from './lines.ts'
import type { Rule } from './page-model.ts'

/** Further evidence of columns and rows on the page. */
export interface TableEvidence {
  readonly rules: readonly Rule[]
  /** Words are separated by space characters, so a word without one was placed by itself. */
  readonly hasSpaces: boolean
}

export const noEvidence: TableEvidence = { rules: [], hasSpaces: false }

export interface Strip {
  readonly left: number
  readonly right: number
}

export interface TableRow {
  /** Words of each line, from left to right. */
  readonly lines: readonly (readonly Word[])[]
  readonly words: readonly Word[]
  readonly segments: readonly Segment[]
  /** Texts that are separated by more than a space. */
  readonly chunkCount: number
  /** Between two rules, so that it is complete. */
  readonly isRuled: boolean
  /** Has about as many texts as most rows. */
  readonly isFull: boolean
}

/** Width of a space in font sizes for fonts without widths. */
const usualSpace = 0.28
/** A gap between columns is wider than this many spaces plus this share of the font size. */
const spaces = 1.6
const extra = 0.1
const stretchedSpace = 10
/** Share of rows in which text may run over a strip. */
const crossedShare = 0.15
const alignedEdge = 0.15
const minEntries = 2

function spaceOf(one: Word, other: Word): number {
  const space = (word: Word) => word.spaceWidth ?? usualSpace * word.size
  return Math.max(space(one), space(other))
}

/** The gap between two words of a line is wider than a space of this font, or the second one was placed by itself. */
export function isBoundary(one: Word, other: Word, { hasSpaces }: TableEvidence): boolean {
  if (other.isBehindRule) return true
  // Recognized words have no font: their lines were split by the usual gap of the page.
  if (one.spaceWidth === undefined && other.spaceWidth === undefined) return other.isPlaced
  const gap = other.left - one.right
  const size = Math.max(one.size, other.size)
  // Without space characters, the width of a space is an estimate.
  const space = Math.max(spaceOf(one, other), hasSpaces ? 0 : usualSpace * size)
  // A single space is stretched in justified lines.
  const limit = hasSpaces && other.spaces === 1 ? stretchedSpace : spaces
  if (gap > limit * space + extra * size) return true
  if (!hasSpaces || !other.isPlaced || one.script || other.script || !other.isAfterSpace) return false
  return gap > (one.font.name === other.font.name ? 0.5 : 1.1) * space
}

export function middleOf({ left, right }: Strip): number {
  return (left + right) / 2
}

/** Strips of white between the columns, from left to right. */
export function findStrips(rows: readonly TableRow[], evidence: TableEvidence): Strip[] {
  const full = rows.filter(row => row.isFull)
  let strips = whiteStrips(full)
  // The least confirmed strip goes first, because its columns become one for the others.
  for (;;) {
    const scored = strips.map((strip, at) => ({
      strip,
      score: confirmation(full, strip, strips[at - 1], strips[at + 1], evidence),
    }))
    const weakest = scored.reduce<(typeof scored)[number] | undefined>(
      (low, entry) => (low === undefined || entry.score < low.score ? entry : low),
      undefined,
    )
    if (!weakest || weakest.score >= 0.5) return strips
    strips = strips.filter(strip => strip !== weakest.strip)
  }
}

/** Ranges that the words of at most a few rows cover. */
function whiteStrips(rows: readonly TableRow[]): Strip[] {
  const allowed = Math.floor(crossedShare * rows.length)
  const changes = rows.flatMap(row =>
    inked(row.words).flatMap(({ left, right }) => [
      { x: left, by: 1 },
      { x: right, by: -1 },
    ]),
  )
  changes.sort((a, b) => a.x - b.x || b.by - a.by)
  const strips: Strip[] = []
  let [covered, start] = [0, Infinity]
  let hasText = false
  for (const { x, by } of changes) {
    const before = covered
    covered += by
    if (before <= allowed && covered > allowed) {
      if (hasText && x > start) strips.push({ left: start, right: x })
      hasText = true
    } else if (before > allowed && covered <= allowed) start = x
  }
  return strips
}

/** Ranges of a row with ink. */
function inked(words: readonly Word[]): Strip[] {
  const ranges: { left: number; right: number }[] = []
  for (const { left, right } of [...words].sort((a, b) => a.left - b.left)) {
    const last = ranges.at(-1)
    if (last && left <= last.right) last.right = Math.max(last.right, right)
    else ranges.push({ left, right })
  }
  return ranges
}

/** Share of the rows with text directly on both sides that have more than a space between them. */
function confirmation(
  rows: readonly TableRow[],
  strip: Strip,
  before: Strip | undefined,
  after: Strip | undefined,
  evidence: TableEvidence,
): number {
  const [from, to] = [before ? middleOf(before) : -Infinity, after ? middleOf(after) : Infinity]
  const middle = middleOf(strip)
  const pairs = rows.flatMap(row => {
    const beside = row.lines.flatMap(line => {
      const left = line.findLast(word => middleOf(word) <= middle && middleOf(word) > from)
      const right = line.find(word => middleOf(word) > middle && middleOf(word) < to)
      return left && right ? [{ left, right }] : []
    })
    return beside.slice(0, 1)
  })
  if (pairs.length === 0) {
    // Such as debit and credit: one of the two in every row.
    const countIn = (low: number, high: number) =>
      rows.filter(row => row.words.some(word => middleOf(word) > low && middleOf(word) < high)).length
    return Math.min(countIn(from, middle), countIn(middle, to)) >= minEntries ? 1 : 0
  }
  const apart = pairs.filter(({ left, right }) => isBoundary(left, right, evidence)).length
  const isAligned = pairs.length >= 3 && hasAlignedEdge(pairs)
  const isWide = pairs.every(({ left, right }) => right.left - left.right > 1.25 * spaceOf(left, right))
  return isAligned && isWide ? 1 : apart / pairs.length
}

/** The column before ends, or the column behind starts, at the same place in all rows. */
function hasAlignedEdge(pairs: readonly { readonly left: Word; readonly right: Word }[]): boolean {
  const size = pairs[0]?.right.size ?? 10
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  return (
    Math.min(spread(pairs.map(({ left }) => left.right)), spread(pairs.map(({ right }) => right.left))) <
    alignedEdge * size
  )
}
