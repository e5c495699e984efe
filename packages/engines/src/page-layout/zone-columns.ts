/** Puts texts and tables that were ordered by their blocks into columns where they are beside each other, without changing the order. */
import type { Zone } from './order-blocks.ts'
import { type Box, boxAround } from './page-model.ts'
import type { RegionPart } from './regions.ts'

/** In points: boxes of letters overlap slightly. */
const tolerance = 3

/** Texts that are read from right to left follow each other: columns are filled from the left. */
export function partsOfZones(zones: readonly Zone[]): RegionPart[] {
  const parts: RegionPart[] = []
  let columns: Zone[][] = []
  const finish = () => {
    const [only = []] = columns
    if (columns.length > 1)
      parts.push({ kind: 'columns', columns: columns.map(column => column.map(partOf)) })
    else parts.push(...only.map(partOf))
  }
  for (const zone of zones) {
    const column = columns.at(-1) ?? []
    const level = column.findIndex(({ bottom }) => bottom > zone.top + tolerance)
    const isRightOfOthers = columns.slice(0, -1).every(other => isRightOf(zone, boxAround(other)))
    if (column.length > 0 && level < 0 && isRightOfOthers) column.push(zone)
    else if (level >= 0 && isRightOfOthers && isRightOf(zone, boxAround(column.slice(level)))) {
      // Text above both is not part of the first column.
      if (columns.length === 1) parts.push(...column.splice(0, level).map(partOf))
      columns.push([zone])
    } else {
      finish()
      columns = [[zone]]
    }
  }
  finish()
  return parts
}

function isRightOf(one: Box, other: Box): boolean {
  return one.left >= other.right - tolerance
}

function partOf(zone: Zone): RegionPart {
  return zone.kind === 'table'
    ? { kind: 'aligned-table', table: zone.table }
    : { kind: 'flow', items: zone.segments }
}
