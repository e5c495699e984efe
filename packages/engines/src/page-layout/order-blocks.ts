/** Reading order of a page by the text blocks of Tesseract's layout analysis; blocks that are columns of a table are joined. */
import type { AlignedTable } from './aligned-table.ts'
import { isRightToLeftText } from './bidi.ts'
import { splitAtLineNumbers } from './line-numbers.ts'
import { type Segment, segmentGap } from './lines.ts'
import { type Box, boxArea, boxAround, boxHeight, boxWidth, type Fragment, overlap } from './page-model.ts'
import { type Item, isTable, type RegionPart, splitRegion } from './regions.ts'
import { splitRepeatedColumns } from './repeated-columns.ts'
import { areColumnsOfProse, areRows, isLabel, rowsOf } from './rows-or-columns.ts'
import { columnsAboveFirst } from './spanning-blocks.ts'
import { strayLinesInPlace } from './stray-lines.ts'

/** A table, or text of one column. */
export type Zone = Box &
  (
    | { readonly kind: 'flow'; readonly segments: readonly Segment[] }
    | { readonly kind: 'table'; readonly table: AlignedTable }
  )

/** Share of the narrower zone that text above and below each other has in common. */
const minSharedWidth = 0.5
/** Share of a zone that texts of one column may cover. */
const maxCovered = 0.2
/** Share of the lower block that blocks beside each other have in common. */
const minSharedHeight = 0.5

/** Lines of a block that may be the header of a table. */
const maxLinesAbove = 2
/** Largest distance to the text below, in font sizes. */
const maxGapBelow = 2
/** From a heading to its text, in font sizes. */
const maxHeadingDistance = 2.5
/** In font sizes. */
const sameRow = 0.35

/** The text of each block, in the order of the blocks; undefined if text has no block. */
export function blocksOf<Text extends Fragment>(fragments: readonly Text[]): Text[][] | undefined {
  const blocks = Map.groupBy(fragments, ({ block }) => block)
  if (blocks.size === 0 || blocks.has(undefined)) return undefined
  return [...blocks].sort(([one = 0], [other = 0]) => one - other).map(([, block]) => block)
}

/** Gap that separates columns, relative to the median word gap: typewritten text has wider word gaps than print. */
export function columnGapOf(fragments: readonly Fragment[]): number {
  const gaps = fragments
    .slice(1)
    .map((fragment, at) => {
      const last = fragments[at]
      const isSameLine = last?.baseline === fragment.baseline && last.block === fragment.block
      return isSameLine ? (fragment.left - last.right) / fragment.size : 0
    })
    .filter(gap => gap > 0.1)
    .sort((one, other) => one - other)
  const typical = gaps[gaps.length >> 1] ?? 0
  return Math.min(1.4, Math.max(segmentGap, 1.9 * typical))
}

/** Takes the segments of each block, in the order of the blocks. */
export function orderBlocks(blocks: readonly (readonly Segment[])[]): Zone[] {
  const split = blocks.filter(block => block.length > 0).flatMap(splitAtLineNumbers)
  const ordered = strayLinesInPlace(columnsAboveFirst(split))
  return joinFlows(joinHeaders(joinRows(ordered).flatMap(zonesOf)).flatMap(separateTables))
}

function separateTables(zone: Zone): Zone[] {
  if (zone.kind === 'flow') return [zone]
  return splitRepeatedColumns(zone.table).map(table => ({ ...table, kind: 'table', table }))
}

/** A header row in a separate block belongs to the table below it if its texts are in the columns of the table. */
function joinHeaders(zones: readonly Zone[]): Zone[] {
  const taken = new Set<Segment>()
  const joined = zones.map((zone): Zone => {
    if (zone.kind === 'flow') return zone
    const above = zones.filter(other => other.kind === 'flow' && isDirectlyAbove(other, zone))
    const header = headerRows(zone.table, above.flatMap(segmentsOfZone))
    if (header.length === 0) return zone
    for (const segment of header.flat(2)) taken.add(segment)
    const box = boxAround([zone, ...header.flat(2)])
    const columnEdges = [box.left, ...zone.table.columnEdges.slice(1, -1), box.right]
    const table = { ...box, columnEdges, rows: [...header, ...zone.table.rows] }
    return { ...table, kind: 'table', table }
  })
  return joined.flatMap((zone): Zone[] => {
    if (zone.kind === 'table' || !zone.segments.some(segment => taken.has(segment))) return [zone]
    const segments = zone.segments.filter(segment => !taken.has(segment))
    return segments.length === 0 ? [] : [{ ...boxAround(segments), kind: 'flow', segments }]
  })
}

function isDirectlyAbove(above: Zone, table: Zone): boolean {
  const segments = segmentsOfZone(above)
  const size = segments[0]?.size ?? 0
  return (
    rowsOf(segments).length <= maxLinesAbove &&
    above.bottom < table.top + sameRow * size &&
    table.top - above.bottom <= maxGapBelow * size &&
    above.left < table.right &&
    above.right > table.left
  )
}

/** The cells of the rows next to the table that have texts in several of its columns; a caption above them crosses the columns. */
function headerRows({ columnEdges }: AlignedTable, above: readonly Segment[]): (readonly Segment[])[][] {
  const inner = columnEdges.slice(1, -1)
  const columnOf = ({ left, right }: Segment) => inner.filter(edge => edge < (left + right) / 2).length
  const isHeader = (row: readonly Segment[]) =>
    new Set(row.map(columnOf)).size >= 2 &&
    !row.some(({ left, right }) => inner.some(edge => left < edge && edge < right))
  const rows = rowsOf(above).slice(-maxLinesAbove)
  const header = rows.slice(rows.findLastIndex(row => !isHeader(row)) + 1)
  return header.map(row =>
    Array.from({ length: inner.length + 1 }, (_, column) =>
      row.filter(segment => columnOf(segment) === column),
    ),
  )
}

function segmentsOfZone(zone: Zone): readonly Segment[] {
  return zone.kind === 'flow' ? zone.segments : zone.table.rows.flat(2)
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
      group.blocks.some(other => areNeighbors(other, block, all) && areJoined(other, block, all)),
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

function areJoined(one: Block, other: Block, all: readonly Block[]): boolean {
  const isBox = (block: Block) => isLabel(block.segments) && !all.some(below => isHeadingOf(block, below))
  return areRows(one.segments, other.segments) || (isBox(one) && isBox(other))
}

function isHeadingOf({ box, segments }: Block, { box: below }: Block): boolean {
  const size = segments[0]?.size ?? 0
  const distance = below.top - box.bottom
  const isOverText = box.left < below.right && box.right > below.left
  return isOverText && distance > -sameRow * size && distance < maxHeadingDistance * size
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
  // The boxes of a chart are read one after the other.
  if (blocks.every(isLabel))
    return blocks
      .map((segments): Zone => ({ ...boxAround(segments), kind: 'flow', segments }))
      .toSorted((one, other) => one.left - other.left)
  return zonesOfParts(splitRegion(blocks.flat()))
}

/** Columns that Tesseract did not separate are accepted only if they are prose. */
function zonesOfParts(parts: readonly RegionPart[]): Zone[] {
  return joinFlows(
    parts.flatMap((part): Zone[] => {
      if (part.kind === 'aligned-table') return [{ ...part.table, kind: 'table', table: part.table }]
      if (part.kind === 'columns' && areColumnsOfProse(part.columns.map(segmentsOfParts)))
        return inWritingDirection(part.columns).flatMap(zonesOfParts)
      const segments = segmentsOfParts([part])
      return [{ ...boxAround(segments), kind: 'flow', segments }]
    }),
  )
}

/** Columns of a text that is written from right to left begin on the right. */
export function inWritingDirection(
  columns: readonly (readonly RegionPart[])[],
): readonly (readonly RegionPart[])[] {
  const words = columns.flatMap(segmentsOfParts).flatMap(segment => segment.words)
  return isRightToLeftText(words.map(({ text }) => text).join(' ')) ? columns.toReversed() : columns
}

export function isSegment(item: Item): item is Segment {
  return !isTable(item)
}

function segmentsOfParts(parts: readonly RegionPart[]): Segment[] {
  return parts.flatMap((part): readonly Segment[] => {
    if (part.kind === 'flow') return part.items.filter(isSegment)
    return part.kind === 'aligned-table' ? part.table.rows.flat(2) : part.columns.flatMap(segmentsOfParts)
  })
}

/** Blocks of one column are one text: their distance shows where paragraphs end. */
function joinFlows(zones: readonly Zone[]): Zone[] {
  const joined: Zone[] = []
  zones.forEach((zone, at) => {
    const last = joined.at(-1)
    const isJoined =
      last?.kind === 'flow' &&
      zone.kind === 'flow' &&
      isBelow(last, zone) &&
      !coversAny(boxAround([last, zone]), [...joined.slice(0, -1), ...zones.slice(at + 1)])
    if (isJoined) {
      const segments = [...last.segments, ...zone.segments]
      joined[joined.length - 1] = { ...boxAround(segments), kind: 'flow', segments }
    } else joined.push(zone)
  })
  return joined
}

/** A line below several columns does not belong to one of them. */
function coversAny(box: Box, zones: readonly Zone[]): boolean {
  return zones.some(zone => overlap(box, zone) > maxCovered * boxArea(zone))
}

function isBelow(above: Box & { readonly segments: readonly Segment[] }, below: Zone): boolean {
  const size = above.segments.at(-1)?.size ?? 0
  const shared = Math.min(above.right, below.right) - Math.max(above.left, below.left)
  return (
    below.top > above.bottom - 0.5 * size &&
    shared >= minSharedWidth * Math.min(boxWidth(above), boxWidth(below))
  )
}
