/** Reads columns of the same width one after the other: Tesseract sometimes reports their last lines and insets after the other columns. */
import { isRightToLeftText } from './bidi.ts'
import type { Segment } from './lines.ts'
import { type Box, boxAround, boxWidth } from './page-model.ts'
import { areColumnsOfProse } from './rows-or-columns.ts'

interface Block {
  readonly segments: readonly Segment[]
  readonly box: Box
}

/** Wider than this, relative to the narrowest: a text and notes beside it. */
const maxWidthRatio = 1.4
/** In font sizes. */
const tolerance = 0.35
/** From a column to its first or last block, in font sizes. */
const maxGap = 4

/** Blocks above and below all columns keep their place; so do all blocks if the others are not columns of prose. */
export function columnsInTurn(section: readonly (readonly Segment[])[]): (readonly Segment[])[] {
  const all = section.map(segments => ({ segments, box: boxAround(segments) }))
  const heads = withoutRest(all, (one, other) => one.box.bottom <= other.box.top + reach(one))
  const body = all.filter(block => !heads.includes(block))
  const tails = withoutRest(body, (one, other) => one.box.top >= other.box.bottom - reach(one))
  const core = columnsOf(body.filter(block => !tails.includes(block)))
  // The nearest first, so that each continues what the one before has extended.
  for (const block of [...heads.toReversed(), ...tails.toReversed()])
    core.find(column => continues(block, column))?.push(block)
  const columns = core.map(column => all.filter(block => column.includes(block)))
  const isApart = (block: Block) => !columns.some(column => column.includes(block))
  const widths = columns.map(column => boxWidth(boxAround(column.map(({ box }) => box))))
  const isColumns =
    columns.length > 1 &&
    Math.max(...widths) <= maxWidthRatio * Math.min(...widths) &&
    areColumnsOfProse(columns.map(column => column.flatMap(({ segments }) => segments)))
  if (!isColumns) return [...section]
  const words = all.flatMap(({ segments }) => segments.flatMap(segment => segment.words))
  const isReversed = isRightToLeftText(words.map(({ text }) => text).join(' '))
  return [
    ...heads.filter(isApart),
    ...(isReversed ? columns.toReversed() : columns).flat(),
    ...tails.filter(isApart).toReversed(),
  ].map(({ segments }) => segments)
}

/** Directly above or below the column, and not wider. */
function continues({ box, segments }: Block, column: readonly Block[]): boolean {
  const around = boxAround(column.map(other => other.box))
  const size = segments[0]?.size ?? 0
  return (
    box.left > around.left - size &&
    box.right < around.right + size &&
    Math.max(around.top - box.bottom, box.top - around.bottom) <= maxGap * size
  )
}

function reach({ segments }: Block): number {
  return tolerance * (segments[0]?.size ?? 0)
}

/** One after the other, the block that is beyond all that are left. */
function withoutRest(
  blocks: readonly Block[],
  isBeyond: (one: Block, other: Block) => boolean,
): readonly Block[] {
  const taken: Block[] = []
  for (;;) {
    const left = blocks.filter(block => !taken.includes(block))
    const next = left.find(block => left.every(other => other === block || isBeyond(block, other)))
    if (next === undefined || left.length === 1) return taken
    taken.push(next)
  }
}

/** From left to right, divided where no block is. */
function columnsOf(blocks: readonly Block[]): Block[][] {
  const columns: Block[][] = []
  let right = -Infinity
  for (const block of blocks.toSorted((one, other) => one.box.left - other.box.left)) {
    if (block.box.left > right) columns.push([])
    columns.at(-1)?.push(block)
    right = Math.max(right, block.box.right)
  }
  return columns
}
