/** Finds columns by recursive cuts at vertical strips of white (XY-cut). */

import { type AlignedTable, findAlignedTable } from './aligned-table.ts'
import type { Segment } from './lines.ts'
import type { Table } from './model.ts'
import { type Box, boxAround, boxHeight, boxWidth } from './page-model.ts'
import { noEvidence, type TableEvidence } from './table-columns.ts'

/** Segments and tables drawn by rules. */
export type Item = Segment | RuledTable

export interface RuledTable extends Box {
  readonly table: Table
}

export type RegionPart =
  | { readonly kind: 'flow'; readonly items: readonly Item[] }
  | { readonly kind: 'aligned-table'; readonly table: AlignedTable }
  | { readonly kind: 'columns'; readonly columns: readonly (readonly RegionPart[])[] }

const maxDepth = 8
const maxCandidates = 10
const candidateDistance = 6
const minColumnLines = 3
const minColumnWidth = 46
/** In font sizes. */
const minGutter = 0.65

export function isTable(item: Item): item is RuledTable {
  return 'table' in item
}

/** Parts from top to bottom. */
export function splitRegion(
  items: readonly Item[],
  evidence: TableEvidence = noEvidence,
  depth = 0,
): RegionPart[] {
  if (items.length === 0) return []
  const found = depth < maxDepth ? largestTable(items, evidence) : undefined
  if (found) {
    const { table, above, below } = found
    return joinFlows([
      ...splitRegion(above, evidence, depth + 1),
      { kind: 'aligned-table', table },
      ...splitRegion(below, evidence, depth + 1),
    ])
  }
  const gutter = depth < maxDepth ? findGutter(items, evidence) : undefined
  if (gutter === undefined) return [{ kind: 'flow', items }]
  const runs = joinCrossedRuns(runsBeside(items, gutter), gutter, evidence)
  const parts = runs.flatMap(run => partsOf(run, gutter, items.length, evidence, depth))
  return joinFlows(parts)
}

interface FoundTable {
  readonly table: AlignedTable
  readonly above: readonly Item[]
  readonly below: readonly Item[]
}

/** In font sizes: rows of a table may be this far apart. */
const maxRowDistance = 2.4
const maxHeadingDistance = 3.4

/** The table with the most rows among the groups of text from edge to edge of the region. */
function largestTable(items: readonly Item[], evidence: TableEvidence): FoundTable | undefined {
  let best: { readonly found: FoundTable; readonly rows: number } | undefined
  const groups = groupByGap(items, maxRowDistance).flatMap(group => stackedTables(group, evidence))
  const tables = groups.map(group =>
    group.some(isTable) ? undefined : findAlignedTable(group as Segment[], evidence),
  )
  groups.forEach((group, at) => {
    const plain = tables[at]
    if (!plain || isAcrossColumns(plain.table, items)) return
    const isBelowTable = (tables[at - 1]?.table.rows.length ?? 0) >= minStackedRows
    const heading = isBelowTable ? undefined : headingLine(groups[at - 1], group)
    const wider = heading && findAlignedTable([...heading, ...(group as Segment[])], evidence)
    const isWider = wider !== undefined && wider.above.length === 0 && plain.above.length === 0
    const found = isWider ? wider : plain
    const rows = found.table.rows.length
    if (rows <= (best?.rows ?? 0)) return
    const before = groups.slice(0, at).flat()
    const above = isWider ? before.filter(item => !(heading as readonly Item[]).includes(item)) : before
    best = {
      rows,
      found: {
        ...found,
        above: [...above, ...found.above],
        below: [...found.below, ...groups.slice(at + 1).flat()],
      },
    }
  })
  return best?.found
}

/** In usual distances between the lines of a group. */
const minTableDistance = 1.5
const minStackedRows = 4

/** Separates tables with different columns that are close above each other. */
function stackedTables(group: Item[], evidence: TableEvidence): Item[][] {
  if (group.some(isTable)) return [group]
  const parts = groupByGap(group, minTableDistance * usualGap(group as Segment[]))
  if (parts.length < 2 || parts.length > maxCandidates) return [group]
  const tables = parts.flatMap(part => {
    const table = findAlignedTable(part as Segment[], evidence)?.table
    return table && table.rows.length >= minStackedRows ? [table] : []
  })
  if (tables.length === 0) return [group]
  const whole = findAlignedTable(group as Segment[], evidence)?.table
  if (!whole) return parts
  const innerEdges = ({ columnEdges }: AlignedTable) => columnEdges.slice(1, -1)
  const size = (group[0] as Segment).size
  const isSame = (table: AlignedTable) =>
    innerEdges(table).every(x => innerEdges(whole).some(edge => Math.abs(edge - x) < size))
  const isLarger = tables.every(table => table.columnEdges.length < whole.columnEdges.length)
  return tables.length > 1 && (isLarger || !tables.every(isSame)) ? parts : [group]
}

/** Between the lines, in font sizes. */
function usualGap(lines: readonly Segment[]): number {
  const gaps: number[] = []
  let bottom = Infinity
  for (const { top, bottom: end, size } of lines.toSorted((a, b) => a.top - b.top)) {
    if (top > bottom) gaps.push((top - bottom) / size)
    bottom = bottom === Infinity ? end : Math.max(bottom, end)
  }
  gaps.sort((a, b) => a - b)
  return Math.max(minUsualGap, gaps[gaps.length >> 1] ?? 0)
}

const minUsualGap = 0.4

/** Share of the side: lines of prose are this wide. */
const proseWidth = 0.7

/** Headings and formulas that two columns of prose have at the same heights are not a table. */
function isAcrossColumns(table: AlignedTable, items: readonly Item[]): boolean {
  if (table.columnEdges.length !== 3) return false
  const cells = (column: number) => boxAround(table.rows.flatMap(row => row[column] ?? []))
  const x = (cells(0).right + cells(1).left) / 2
  const run = runsBeside(items, x).find(
    ({ items: own, isCrossed }) =>
      !isCrossed && own.some(item => item.top >= table.top && item.bottom <= table.bottom),
  )
  const others = (run?.items ?? []).filter(item => item.bottom <= table.top || item.top >= table.bottom)
  if (!areColumns(others, x)) return false
  return beside(others, x).every(side => {
    const wide = side.filter(item => boxWidth(item) > proseWidth * boxWidth(boxAround(side)))
    return lineCount(wide) >= 2 && boxWidth(boxAround(wide)) > minProseWidth
  })
}

/** In points. */
const minProseWidth = 120

/** Last line of the text above, if it is close enough to be a heading of the columns. */
function headingLine(above: readonly Item[] | undefined, group: readonly Item[]): Segment[] | undefined {
  const lines = (above ?? []).filter((item): item is Segment => !isTable(item))
  const baseline = Math.max(...lines.map(line => line.baseline))
  const last = lines.filter(line => Math.abs(line.baseline - baseline) < 0.35 * line.size)
  const size = last[0]?.size ?? 0
  const top = Math.min(...group.map(item => item.top))
  return last.length > 1 && top - baseline < maxHeadingDistance * size ? last : undefined
}

interface Run {
  readonly items: readonly Item[]
  readonly isCrossed: boolean
}

function partsOf(
  run: Run,
  gutter: number,
  allItems: number,
  evidence: TableEvidence,
  depth: number,
): RegionPart[] {
  const splitFurther = (items: readonly Item[]): RegionPart[] =>
    items.length < allItems ? splitRegion(items, evidence, depth + 1) : [{ kind: 'flow', items }]
  if (run.isCrossed) return splitFurther(run.items)
  return blocksOf(run.items, evidence).flatMap((block): RegionPart[] => {
    if ('columnEdges' in block) return [{ kind: 'aligned-table', table: block }]
    if (!areColumns(block.items, gutter)) return splitFurther(block.items)
    const [left, right] = beside(block.items, gutter)
    return [
      {
        kind: 'columns',
        columns: [...columnsOf(left, evidence, depth), ...columnsOf(right, evidence, depth)],
      },
    ]
  })
}

/** Three columns are found as one and two. */
function columnsOf(
  items: readonly Item[],
  evidence: TableEvidence,
  depth: number,
): (readonly RegionPart[])[] {
  const parts = splitRegion(items, evidence, depth + 1)
  const only = parts[0]
  return parts.length === 1 && only?.kind === 'columns' ? [...only.columns] : [parts]
}

function joinFlows(parts: readonly RegionPart[]): RegionPart[] {
  const joined: RegionPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.kind === 'flow' && part.kind === 'flow')
      joined[joined.length - 1] = { kind: 'flow', items: [...last.items, ...part.items] }
    else joined.push(part)
  }
  return joined
}

function beside(items: readonly Item[], x: number): [Item[], Item[]] {
  const middle = (item: Item) => (item.left + item.right) / 2
  return [items.filter(item => middle(item) <= x), items.filter(item => middle(item) > x)]
}

/** Lines crossing the gutter separate the runs above and below them. */
function runsBeside(items: readonly Item[], x: number): Run[] {
  const runs: { items: Item[]; isCrossed: boolean }[] = []
  const crossing = items.filter(item => item.left < x && item.right > x)
  for (const item of [...items].sort((a, b) => a.top - b.top)) {
    const isCrossed = crossing.some(other => other === item || isSameLine(other, item))
    const last = runs.at(-1)
    if (last && last.isCrossed === isCrossed) last.items.push(item)
    else runs.push({ items: [item], isCrossed })
  }
  return runs
}

function isSameLine(one: Item, other: Item): boolean {
  return !isTable(one) && !isTable(other) && Math.abs(one.baseline - other.baseline) < 0.2 * one.size
}

/** Lines with a space at the gutter by chance belong to the lines around them that cross it. */
function joinCrossedRuns(runs: readonly Run[], x: number, evidence: TableEvidence): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const isCrossed = run.isCrossed || !hasColumns(run, x, evidence)
    const last = joined.at(-1)
    if (last?.isCrossed && isCrossed)
      joined[joined.length - 1] = { items: [...last.items, ...run.items], isCrossed }
    else joined.push({ items: run.items, isCrossed })
  }
  return joined
}

function hasColumns({ items }: Run, x: number, evidence: TableEvidence): boolean {
  return blocksOf(items, evidence).some(block => 'columnEdges' in block || areColumns(block.items, x))
}

type RunBlock = AlignedTable | { readonly items: readonly Item[] }

/** Splits a run at horizontal white space, but only to separate tables from text. */
function blocksOf(items: readonly Item[], evidence: TableEvidence): RunBlock[] {
  const groups = groupByGap(items, 1.5)
  const blocks: RunBlock[] = []
  for (const group of groups) {
    const found = group.some(isTable) ? undefined : findAlignedTable(group as Segment[], evidence)
    if (found && !isAcrossColumns(found.table, items)) {
      if (found.above.length > 0) addPlain(blocks, found.above)
      blocks.push(found.table)
      if (found.below.length > 0) addPlain(blocks, found.below)
    } else addPlain(blocks, group)
  }
  return blocks
}

function addPlain(blocks: RunBlock[], items: readonly Item[]): void {
  const last = blocks.at(-1)
  if (last && 'items' in last) blocks[blocks.length - 1] = { items: [...last.items, ...items] }
  else blocks.push({ items })
}

/** The limit is in font sizes. */
function groupByGap(items: readonly Item[], maxGap: number): Item[][] {
  const groups: Item[][] = []
  let bottom = -Infinity
  for (const item of [...items].sort((a, b) => a.top - b.top)) {
    const gap = item.top - bottom
    const limit = isTable(item) ? 6 : item.size * maxGap
    const group = groups.at(-1)
    if (group && gap < limit) group.push(item)
    else groups.push([item])
    bottom = Math.max(bottom, item.bottom)
  }
  return groups
}

/** The x coordinate of the gutter that separates the most text; undefined if there is none. */
function findGutter(items: readonly Item[], evidence: TableEvidence): number | undefined {
  let best: { x: number; score: number } | undefined
  for (const x of candidateGutters(items)) {
    const score = scoreGutter(items, x, evidence)
    if (score > (best?.score ?? 0)) best = { x, score }
  }
  return best?.x
}

/** Positions with white space between neighbors on many lines, the most frequent first. */
function candidateGutters(items: readonly Item[]): number[] {
  const bounds = boxAround(items)
  const counts = new Float64Array(Math.ceil(boxWidth(bounds)) + 1)
  for (const item of items) {
    const next = rightNeighbor(item, items)
    if (!next) continue
    const end = Math.floor(next.left - bounds.left)
    for (let x = Math.ceil(item.right - bounds.left); x <= end; x++)
      counts[x] = (counts[x] ?? 0) + boxHeight(item)
  }
  const candidates: number[] = []
  while (candidates.length < maxCandidates) {
    const most = counts.reduce((high, value) => Math.max(high, value), 0)
    if (most <= 0) break
    // The middle of the widest range with the maximum.
    let [start, end] = [counts.indexOf(most), 0]
    for (end = start; counts[end + 1] === most; end++);
    candidates.push(bounds.left + (start + end) / 2)
    start = Math.max(0, start - candidateDistance)
    counts.fill(0, start, end + candidateDistance)
  }
  return candidates
}

function rightNeighbor(item: Item, items: readonly Item[]): Item | undefined {
  let nearest: Item | undefined
  for (const other of items) {
    if (other.left < item.right || (nearest && other.left >= nearest.left)) continue
    const shared = Math.min(item.bottom, other.bottom) - Math.max(item.top, other.top)
    if (shared > 0.3 * Math.min(boxHeight(item), boxHeight(other))) nearest = other
  }
  return nearest
}

function scoreGutter(items: readonly Item[], x: number, evidence: TableEvidence): number {
  let score = 0
  for (const run of runsBeside(items, x)) {
    if (run.isCrossed) continue
    for (const block of blocksOf(run.items, evidence)) {
      if ('columnEdges' in block) score += boxHeight(block)
      else if (areColumns(block.items, x)) score += sharedHeight(block.items, x)
    }
  }
  return score
}

function sharedHeight(items: readonly Item[], x: number): number {
  const [left, right] = beside(items, x).map(side => boxAround(side))
  if (!left || !right) return 0
  return Math.max(0, Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top))
}

function areColumns(items: readonly Item[], x: number): boolean {
  const [left, right] = beside(items, x)
  if (lineCount(left) < minColumnLines || lineCount(right) < minColumnLines) return false
  const [leftBox, rightBox] = [boxAround(left), boxAround(right)]
  if (Math.min(boxWidth(leftBox), boxWidth(rightBox)) < minColumnWidth) return false
  const sizes = items.flatMap(item => (isTable(item) ? [] : [item.size])).sort((a, b) => a - b)
  const size = sizes[sizes.length >> 1] ?? 10
  if (rightBox.left - leftBox.right < minGutter * size) return false
  const smaller = Math.min(boxHeight(leftBox), boxHeight(rightBox))
  return sharedHeight(items, x) >= 0.4 * smaller
}

/** Segments on one line count once; a table counts as several. */
function lineCount(items: readonly Item[]): number {
  const baselines = new Set(items.map(item => (isTable(item) ? -1 : Math.round(item.baseline / 3))))
  return baselines.size + (items.some(isTable) ? minColumnLines : 0)
}
