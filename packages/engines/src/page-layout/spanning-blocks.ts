/** Reads all columns above a text that spans them before it: Tesseract reports a column that the text does not reach after it. */
import { columnsInTurn } from './columns-in-turn.ts'
import type { Segment } from './lines.ts'
import { type Box, boxAround, boxHeight, boxWidth } from './page-model.ts'
import { areColumnsOfProse } from './rows-or-columns.ts'

/** Share of the page: a narrower text may be inside of one column, above which there are parts of a table. */
const minWidth = 0.5
/** Share of the lower block that columns beside each other have in common. */
const minSharedHeight = 0.5
/** In font sizes. */
const tolerance = 0.35

interface Block {
  readonly segments: readonly Segment[]
  readonly box: Box
  readonly size: number
}

/** The blocks keep their order above and below such a text, such as a headline between two articles. */
export function columnsAboveFirst(blocks: readonly (readonly Segment[])[]): (readonly Segment[])[] {
  const all = blocks.map(segments => ({ segments, box: boxAround(segments), size: segments[0]?.size ?? 0 }))
  const page = boxAround(all.map(({ box }) => box))
  const tops = all
    .filter(block => {
      const { box, size } = block
      const above = all.filter(other => other !== block && isAbove(other.box, box, size))
      const isClear = all.every(other => above.includes(other) || other.box.top >= box.top - tolerance * size)
      return isClear && above.some(one => above.some(other => isAcross(block, one, other, page)))
    })
    .map(({ box, size }) => box.top - tolerance * size)
  const sectionOf = ({ top }: Box) => tops.filter(start => top >= start).length
  return [...Map.groupBy(all, ({ box }) => sectionOf(box))]
    .sort(([one], [other]) => one - other)
    .flatMap(([, section]) => columnsInTurn(section.map(({ segments }) => segments)))
}

function isAbove(above: Box, below: Box, size: number): boolean {
  return above.bottom <= below.top + tolerance * size
}

/** Over the gutter between blocks beside each other, which are columns of prose unless the text is wide. */
function isAcross({ box, size }: Block, one: Block, other: Block, page: Box): boolean {
  const isOverGutter =
    other.box.left > one.box.right && one.box.right > box.left + size && other.box.left < box.right - size
  const isWide = boxWidth(box) >= minWidth * boxWidth(page)
  return (
    isOverGutter &&
    areBeside(one.box, other.box) &&
    (isWide || areColumnsOfProse([one.segments, other.segments]))
  )
}

function areBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared >= minSharedHeight * Math.min(boxHeight(one), boxHeight(other))
}
