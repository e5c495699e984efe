/** Inserts images into the reading order. */

import type { Band, Block, Cell, Column, Image } from './model.ts'
import type { ImageMark } from './page-content.ts'
import { coveredShare } from './page-content.ts'
import { boxArea, boxHeight, boxWidth, type Fragment, overlap } from './page-model.ts'
import type { UprightPage } from './upright.ts'

/** In points: smaller images are decoration. */
const minSide = 4

export function placeImages(page: UprightPage, bands: readonly Band[]): Band[] {
  let placed = [...bands]
  const isTextLayer = page.fragments.length > 0 && page.fragments.every(fragment => fragment.isInvisible)
  for (const mark of [...page.images].sort((a, b) => a.top - b.top)) {
    if (boxWidth(mark) < minSide || boxHeight(mark) < minSide) continue
    // The scanned image of a page with a text layer is replaced by its words.
    if (isTextLayer && coveredShare({ ...page, images: [mark] }) > 0.5) continue
    placed = insertImage(placed, mark, page)
  }
  return placed
}

function insertImage(bands: readonly Band[], mark: ImageMark, page: UprightPage): Band[] {
  const at = bandAt(bands, mark)
  const band = bands[at]
  if (!band) {
    const column: Column = { left: mark.left, right: mark.right, blocks: [imageOf(mark, page, undefined)] }
    return [...bands, { columns: [column], top: mark.top, bottom: mark.bottom }]
  }
  const inside = (column: Column) => Math.min(column.right, mark.right) - Math.max(column.left, mark.left)
  const column = band.columns.reduce((best, candidate) =>
    inside(candidate) > inside(best) ? candidate : best,
  )
  const blocks =
    insertIntoCell(column.blocks, mark, page) ?? insertBlock(column.blocks, imageOf(mark, page, column))
  const columns = band.columns.map(candidate => (candidate === column ? { ...column, blocks } : candidate))
  return bands.map(candidate => (candidate === band ? { ...band, columns } : candidate))
}

function insertBlock(blocks: readonly Block[], image: Image): Block[] {
  const before = blocks.findIndex(block => block.box.top >= orderTop(image))
  const index = before < 0 ? blocks.length : before
  return [...blocks.slice(0, index), image, ...blocks.slice(index)]
}

/** An image within a table cell becomes part of the cell. */
function insertIntoCell(
  blocks: readonly Block[],
  mark: ImageMark,
  page: UprightPage,
): readonly Block[] | undefined {
  const contains = ({ box }: Cell) => box !== undefined && overlap(box, mark) > 0.95 * boxArea(mark)
  const table = blocks.find(block => block.kind === 'table' && block.rows.flat().some(contains))
  if (table?.kind !== 'table') return undefined
  const change = (cell: Cell): Cell =>
    contains(cell) ? { ...cell, blocks: insertBlock(cell.blocks, imageInCell(cell, mark, page)) } : cell
  const changed = { ...table, rows: table.rows.map(row => row.map(change)) }
  return blocks.map(block => (block === table ? changed : block))
}

/** Floating images are not supported in cells, so it is placed above or below the text. */
function imageInCell({ box, blocks }: Cell, mark: ImageMark, page: UprightPage): Image {
  const bounds = { left: box?.left ?? 0, right: box?.right ?? page.width, blocks }
  return { ...imageOf(mark, page, bounds), placement: 'block' }
}

/** A floating image precedes the paragraph at its top edge. */
function orderTop(image: Image): number {
  return image.placement === 'block' ? (image.box.top + image.box.bottom) / 2 : image.box.top - 6
}

function bandAt(bands: readonly Band[], mark: ImageMark): number {
  const middle = (mark.top + mark.bottom) / 2
  const inside = bands.findIndex(band => middle >= band.top && middle <= band.bottom)
  if (inside >= 0) return inside
  const below = bands.findIndex(band => band.top > middle)
  return below < 0 ? bands.length - 1 : below
}

function imageOf(mark: ImageMark, page: UprightPage, column: Column | undefined): Image {
  const { left, top, right, bottom, id } = mark
  const bounds = column ?? { left: 0, right: page.width }
  return {
    kind: 'image',
    id,
    width: boxWidth(mark),
    height: boxHeight(mark),
    box: { left, top, right, bottom },
    placement: placementOf(mark, page, column?.blocks ?? []),
    ...alignmentOf(mark, bounds),
    spaceBefore: 4,
    ...(mark.text && { text: mark.text }),
  }
}

function placementOf(mark: ImageMark, page: UprightPage, blocks: readonly Block[]): Image['placement'] {
  const isOver = (fragment: Fragment) => {
    const [x, y] = [(fragment.left + fragment.right) / 2, fragment.baseline - fragment.size * 0.3]
    return x > mark.left && x < mark.right && y > mark.top && y < mark.bottom
  }
  if (page.fragments.some(fragment => !fragment.isInvisible && isOver(fragment))) return 'behind'
  const isBeside = blocks.some(block => {
    const shared = Math.min(block.box.bottom, mark.bottom) - Math.max(block.box.top, mark.top)
    return shared > 0.3 * Math.min(boxHeight(mark), boxHeight(block.box)) && overlap(block.box, mark) < 1
  })
  return isBeside ? 'beside' : 'block'
}

function alignmentOf(
  mark: ImageMark,
  bounds: { readonly left: number; readonly right: number },
): Pick<Image, 'alignment' | 'indent'> {
  const [before, after] = [mark.left - bounds.left, bounds.right - mark.right]
  if (before < 6 || (before < after && Math.abs(before - after) > 20))
    return { alignment: 'start', indent: before < 6 ? 0 : before }
  return { alignment: Math.abs(before - after) <= 20 ? 'center' : 'end', indent: 0 }
}
