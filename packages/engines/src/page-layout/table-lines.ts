/** Groups text into the rows of a possible table: lines at the same height, or all lines between two rules. */

import type { Segment, Word } from './lines.ts'
import { boxAround, type Rule } from './page-model.ts'
import { isBoundary, type TableEvidence, type TableRow } from './table-columns.ts'

/** In font sizes. */
const sameRow = 0.35
/** In points. */
const sameEnd = 4
const minRules = 3

interface Line {
  readonly baseline: number
  readonly segments: readonly Segment[]
  readonly words: readonly Word[]
}

export function rowsOfLines(segments: readonly Segment[], evidence: TableEvidence): TableRow[] {
  const lines = linesOf(segments)
  const bands = bandsOf(lines, rulesBetween(segments, evidence.rules))
  const counts = bands.map(({ lines: own }) => chunkCount(own, evidence))
  const most = [...counts].sort((a, b) => a - b)[Math.floor(0.8 * counts.length)] ?? 0
  return bands.map(({ lines: own, isRuled }, index) => ({
    lines: own.map(line => line.words),
    words: own.flatMap(line => line.words),
    segments: own.flatMap(line => line.segments),
    chunkCount: counts[index] ?? 0,
    isRuled,
    isFull: (counts[index] ?? 0) >= Math.max(2, 0.6 * most),
  }))
}

function linesOf(segments: readonly Segment[]): Line[] {
  const groups: Segment[][] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const first = groups.at(-1)?.[0]
    if (first && segment.baseline - first.baseline <= sameRow * segment.size) groups.at(-1)?.push(segment)
    else groups.push([segment])
  }
  return groups.map(group => ({
    baseline: group[0]?.baseline ?? 0,
    segments: group,
    words: group.flatMap(wordsOf).sort((a, b) => a.left - b.left),
  }))
}

/** Words without a known font are placed by themselves where a segment begins. */
function wordsOf({ words }: Segment): Word[] {
  return words.map((word, at) =>
    word.spaceWidth === undefined && word.isPlaced !== (at === 0) ? { ...word, isPlaced: at === 0 } : word,
  )
}

interface RuleGroup {
  readonly left: number
  readonly right: number
  readonly heights: readonly number[]
}

/** The most rules of the same length above each other, if there are several around the text. */
function rulesBetween(segments: readonly Segment[], rules: readonly Rule[]): RuleGroup | undefined {
  const box = boxAround(segments)
  const heights: { y: number; left: number; right: number }[] = []
  // A rule can consist of one part per column.
  for (const rule of rules.filter(({ isHorizontal }) => isHorizontal).sort((a, b) => a.top - b.top)) {
    if (rule.top < box.top - 2 * sameEnd || rule.bottom > box.bottom + 2 * sameEnd) continue
    const last = heights.at(-1)
    if (
      last &&
      rule.top - last.y < 2 &&
      rule.left < last.right + sameEnd &&
      rule.right > last.left - sameEnd
    ) {
      last.left = Math.min(last.left, rule.left)
      last.right = Math.max(last.right, rule.right)
    } else heights.push({ y: rule.top, left: rule.left, right: rule.right })
  }
  const alike = heights.map(one =>
    heights.filter(
      other => Math.abs(other.left - one.left) < sameEnd && Math.abs(other.right - one.right) < sameEnd,
    ),
  )
  const most = alike.reduce<(typeof alike)[number]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  )
  const [first] = most
  if (!first || most.length < minRules) return undefined
  return { left: first.left, right: first.right, heights: most.map(({ y }) => y) }
}

interface Band {
  readonly lines: readonly Line[]
  readonly isRuled: boolean
}

function bandsOf(lines: readonly Line[], rules: RuleGroup | undefined): Band[] {
  const isOutside = (line: Line) =>
    rules !== undefined &&
    line.segments.some(({ left, right }) => left < rules.left - sameEnd || right > rules.right + sameEnd)
  if (!rules) return lines.map(line => ({ lines: [line], isRuled: false }))
  const { heights } = rules
  const groups: Line[][] = Array.from({ length: heights.length + 1 }, () => [])
  for (const line of lines) groups[heights.filter(y => y < line.baseline).length]?.push(line)
  return groups.flatMap((group, index): Band[] => {
    const isRuled = index > 0 && index < heights.length
    if (group.length === 0) return []
    if (!isRuled || isSeveralRows(group) || group.some(isOutside))
      return group.map(line => ({ lines: [line], isRuled: false }))
    return splitAtGaps(group).map(part => ({ lines: part, isRuled }))
  })
}

/** In font sizes: lines of a cell are closer. */
const maxLineDistance = 2

function splitAtGaps(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  for (const line of lines) {
    const last = parts.at(-1)?.at(-1)
    const size = line.segments[0]?.size ?? 10
    if (last && line.baseline - last.baseline < maxLineDistance * size) parts.at(-1)?.push(line)
    else parts.push([line])
  }
  return parts
}

/** Most lines have text in most columns of the fullest one. */
function isSeveralRows(lines: readonly Line[]): boolean {
  if (lines.length < 2) return false
  const fullest = lines.reduce((best, line) => (line.segments.length > best.segments.length ? line : best))
  const most = fullest.segments.length
  const shared = ({ segments }: Line) =>
    fullest.segments.filter(({ left, right }) =>
      segments.some(segment => segment.left < right && segment.right > left),
    ).length
  return most >= 2 && lines.filter(line => shared(line) >= 0.6 * most).length > 0.6 * lines.length
}

/** All gaps of a line of prose are stretched alike. */
function isJustified(words: readonly Word[]): boolean {
  const gaps = words.slice(1).map((word, at) => word.left - (words[at]?.right ?? 0))
  const space = words[0]?.spaceWidth ?? 0.28 * (words[0]?.size ?? 10)
  const letters = words.filter(({ text }) => /^\P{N}+$/u.test(text)).length
  return (
    gaps.length >= 3 &&
    Math.max(...gaps) < 1.3 * Math.min(...gaps) &&
    Math.max(...gaps) < 4 * space &&
    letters > 0.7 * words.length
  )
}

function chunkCount(lines: readonly Line[], evidence: TableEvidence): number {
  if (lines.length === 1) {
    const words = lines[0]?.words ?? []
    if (isJustified(words)) return 1
    const isApart = (word: Word, at: number) => {
      const before = words[at - 1]
      return before === undefined || isBoundary(before, word, evidence)
    }
    return words.filter(isApart).length
  }
  // Lines of the same cell overlap.
  let [count, reach] = [0, -Infinity]
  for (const segment of lines.flatMap(line => line.segments).sort((a, b) => a.left - b.left)) {
    if (segment.left > reach) count += 1
    reach = Math.max(reach, segment.right)
  }
  return count
}
