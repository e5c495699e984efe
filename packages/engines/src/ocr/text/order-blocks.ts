/** Reading order of a page by the text blocks of Tesseract's layout analysis; tables are joined from the blocks of their columns. */
import type { AlignedTable } from '../../page-layout/aligned-table.ts'
import type { Segment } from '../../page-layout/lines.ts'
import { type Box, boxAround, boxWidth } from '../../page-layout/page-model.ts'
import { type RegionPart, splitRegion } from '../../page-layout/regions.ts'

/** A table, or text of one column. */
export type Zone = Box &
  (
    | { readonly kind: 'flow'; readonly segments: readonly Segment[] }
    | { readonly kind: 'table'; readonly table: AlignedTable }
  )

/** Share of the narrower zone that text above and below each other has in common. */
const minSharedWidth = 0.5

/** Takes the segments of each block, in the order of the blocks. */
export function orderBlocks(blocks: readonly (readonly Segment[])[]): Zone[] {
  const tables = tablesOf(splitRegion(blocks.flat())).map(table => ({
    table,
    segments: new Set(table.rows.flat(2)),
  }))
  const zones: Zone[] = []
  const written = new Set<Segment>()
  const addFlow = (segments: readonly Segment[]) => {
    const left = segments.filter(segment => !written.has(segment))
    for (const segment of left) written.add(segment)
    if (left.length > 0) zones.push({ ...boxAround(left), kind: 'flow', segments: left })
  }
  for (const block of blocks) {
    const begun = tables.filter(({ segments }) => block.some(item => segments.has(item) && !written.has(item)))
    for (const { table, segments } of begun.toSorted((one, other) => one.table.top - other.table.top)) {
      const columns = blocks.filter(column => column.some(item => segments.has(item)))
      for (const column of columns)
        addFlow(column.filter(item => !isInTable(item) && item.bottom <= middleOf(table)))
      for (const segment of segments) written.add(segment)
      zones.push({ ...boxAround([...segments]), kind: 'table', table })
    }
    addFlow(block.filter(item => !isInTable(item)))
  }
  return joinFlows(zones)

  function isInTable(item: Segment): boolean {
    return tables.some(({ segments }) => segments.has(item))
  }
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2
}

function tablesOf(parts: readonly RegionPart[]): AlignedTable[] {
  return parts.flatMap(part => {
    if (part.kind === 'aligned-table') return [part.table]
    return part.kind === 'columns' ? part.columns.flatMap(tablesOf) : []
  })
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
