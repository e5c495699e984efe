/** Reading order of a page by the text blocks of Tesseract's layout analysis; blocks that are columns of a table are joined. */
import type { AlignedTable } from '../../page-layout/aligned-table.ts'
import type { Segment } from '../../page-layout/lines.ts'
import { type Box, boxAround, boxHeight, boxWidth } from '../../page-layout/page-model.ts'
import { type RegionPart, splitRegion } from '../../page-layout/regions.ts'
import { areRows } from './rows-or-columns.ts'

/** A table, or text of one column. */
export type Zone = Box &
  (
    | { readonly kind: 'flow'; readonly segments: readonly Segment[] }
    | { readonly kind: 'table'; readonly table: AlignedTable }
  )

/** Share of the narrower zone that text above and below each other has in common. */
const minSharedWidth = 0.5
/** Share of the lower block that blocks beside each other have in common. */
const minSharedHeight = 0.5

/** Takes the segments of each block, in the order of the blocks. */
export function orderBlocks(blocks: readonly (readonly Segment[])[]): Zone[] {
  return joinFlows(joinRows(blocks.filter(block => block.length > 0)).flatMap(zonesOf))
}

interface Group {
  readonly blocks: readonly (readonly Segment[])[]
}

/** Blocks beside each other whose lines are rows: Tesseract reports the columns of a table as blocks. */
function joinRows(blocks: readonly (readonly Segment[])[]): Group[] {
  const all = blocks.map(segments => ({ segments, box: boxAround(segments) }))
  const groups: { blocks: Block[] }[] = []
  for (const block of all) {
    const mates = groups.filter(group =>
      group.blocks.some(other => areNeighbors(other, block, all) && areRows(other.segments, block.segments)),
    )
    const [first, ...others] = mates
    if (first === undefined) groups.push({ blocks: [block] })
    else {
      first.blocks.push(...others.flatMap(other => other.blocks), block)
      for (const other of others) groups.splice(groups.indexOf(other), 1)
    }
  }
  return groups.map(group => ({ blocks: group.blocks.map(({ segments }) => segments) }))
}

interface Block {
  readonly segments: readonly Segment[]
  readonly box: Box
}

function areNeighbors({ box: one }: Block, { box: other }: Block, all: readonly Block[]): boolean {
  const [left, right] = one.left < other.left ? [one, other] : [other, one]
  if (right.left < left.right) return false
  if (sharedHeight(left, right) < minSharedHeight * Math.min(boxHeight(left), boxHeight(right))) return false
  return !all.some(
    ({ box }) =>
      box.left >= left.right &&
      box.right <= right.left &&
      sharedHeight(box, left) > 0 &&
      sharedHeight(box, right) > 0,
  )
}

function sharedHeight(one: Box, other: Box): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
}

function zonesOf({ blocks }: Group): Zone[] {
  const segments = blocks.flat()
  const tables = tablesOf(splitRegion(segments)).toSorted((one, other) => one.top - other.top)
  const inTables = new Set(tables.flatMap(({ rows }) => rows.flat(2)))
  const rest = segments.filter(segment => !inTables.has(segment))
  const zones: Zone[] = []
  const addFlow = (items: readonly Segment[]) => {
    if (items.length > 0) zones.push({ ...boxAround(items), kind: 'flow', segments: items })
  }
  let reached = -Infinity
  for (const table of tables) {
    addFlow(rest.filter(({ top }) => top >= reached && top < table.top))
    zones.push({ ...boxAround(table.rows.flat(2)), kind: 'table', table })
    reached = table.top
  }
  addFlow(rest.filter(({ top }) => top >= reached))
  return zones
}

function tablesOf(parts: readonly RegionPart[]): AlignedTable[] {
  return parts.flatMap(part => (part.kind === 'aligned-table' ? [part.table] : []))
}

/** Blocks of one column are one text: their distance shows where paragraphs end. */
function joinFlows(zones: readonly Zone[]): Zone[] {
  const joined: Zone[] = []
  for (const zone of zones) {
    const last = joined.at(-1)
    if (last?.kind === 'flow' && zone.kind === 'flow' && isBelow(last, zone)) {
      const segments = [...last.segments, ...zone.segments]
      joined[joined.length - 1] = { ...boxAround(segments), kind: 'flow', segments }
    } else joined.push(zone)
  }
  return joined
}

function isBelow(above: Box & { readonly segments: readonly Segment[] }, below: Zone): boolean {
  const size = above.segments.at(-1)?.size ?? 0
  const shared = Math.min(above.right, below.right) - Math.max(above.left, below.left)
  return (
    below.top > above.bottom - 0.5 * size &&
    shared >= minSharedWidth * Math.min(boxWidth(above), boxWidth(below))
  )
}
