/** Sets the spacing around tables and images, which lines do not account for. */
import type { Band, Block, Table } from './model.ts'

const maxSpace = 72
const minIndent = 6
/** Part of the line height outside the letters, in font sizes. */
const lineMargin = 0.15

export function withSpacing(blocks: readonly Block[], left: number): Block[] {
  return blocks.map((block, index) => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]]
    if (block.kind === 'table') return withIndent(block, left)
    if (block.kind === 'image')
      return before && block.placement === 'block' ? { ...block, spaceBefore: between(before, block) } : block
    const own = before && isInFlow(before) ? { spaceBefore: between(before, block) } : {}
    return { ...block, ...own, ...(after?.kind === 'table' && { spaceAfter: between(block, after) }) }
  })
}

function withIndent(table: Table, left: number): Table {
  const indent = table.box.left - left
  return Math.abs(indent) > minIndent ? { ...table, indent } : table
}

/** Between bands, only the first column keeps the distance to the content above. */
export function withBandSpacing(bands: readonly Band[]): Band[] {
  return bands.map((band, index) => {
    const above = bands[index - 1]
    const [column, ...others] = band.columns
    const [first, ...rest] = column?.blocks ?? []
    if (!above || !column || !first || first.kind === 'table') return band
    const own = first.kind === 'paragraph' ? lineMargin * first.size : 0
    const spaceBefore = Math.max(0, Math.min(maxSpace, first.box.top - above.bottom - 2 * own))
    return { ...band, columns: [{ ...column, blocks: [{ ...first, spaceBefore }, ...rest] }, ...others] }
  })
}

/** Floating images take no space between lines. */
function isInFlow(block: Block): boolean {
  return block.kind === 'table' || (block.kind === 'image' && block.placement === 'block')
}

function between(above: Block, below: Block): number {
  const marginOf = (block: Block) => (block.kind === 'paragraph' ? lineMargin * block.size : 0)
  return Math.max(0, Math.min(maxSpace, below.box.top - above.box.bottom - marginOf(above) - marginOf(below)))
}
