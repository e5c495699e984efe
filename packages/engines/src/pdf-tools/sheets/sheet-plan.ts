/** Which page comes where on sheets of paper. */
import {
  paperSizes,
  type SheetOrder,
  type SheetOrientation,
} from '@filesmith/contract/operations/pdf/arrange-pdf'
import type { DrawnSize } from '../draw/geometry.ts'

/** Left and bottom from the lower left corner of the sheet. */
export interface SheetCell extends DrawnSize {
  readonly left: number
  readonly bottom: number
}

export interface SheetShape {
  readonly sheet: DrawnSize
  readonly columns: number
  readonly rows: number
}

export interface SheetSpacing {
  readonly gap: number
  readonly margin: number
}

/** Of an upright sheet. */
const grids: Readonly<Record<number, readonly [number, number]>> = {
  2: [1, 2],
  4: [2, 2],
  6: [2, 3],
  9: [3, 3],
  16: [4, 4],
}

interface SheetChoice {
  readonly perSheet: number
  readonly paper: keyof typeof paperSizes
  readonly orientation: SheetOrientation
}

/** Unless it is given, the orientation of the paper, and of the grid, in which pages of this size are largest. */
export function chooseShape(
  { perSheet, paper, orientation }: SheetChoice,
  page: DrawnSize,
  spacing: SheetSpacing,
): SheetShape {
  const [short, long] = paperSizes[paper]
  const [columns, rows] = grids[perSheet] ?? [1, 1]
  const upright = { sheet: { width: short, height: long }, columns, rows }
  const turned = { sheet: { width: long, height: short }, columns: rows, rows: columns }
  if (orientation !== 'auto') return orientation === 'portrait' ? upright : turned
  const scaleIn = (shape: SheetShape) => fitScale(page, cellSize(shape, spacing))
  return scaleIn(turned) > scaleIn(upright) ? turned : upright
}

export function fitScale(page: DrawnSize, cell: DrawnSize): number {
  return Math.min(cell.width / page.width, cell.height / page.height)
}

function cellSize({ sheet, columns, rows }: SheetShape, { gap, margin }: SheetSpacing): DrawnSize {
  const side = (length: number, count: number) =>
    Math.max(1, (length - 2 * margin - (count - 1) * gap) / count)
  return { width: side(sheet.width, columns), height: side(sheet.height, rows) }
}

/** In the order in which pages fill them. */
export function cellsOf(shape: SheetShape, spacing: SheetSpacing, order: SheetOrder): SheetCell[] {
  const { columns, rows, sheet } = shape
  const { width, height } = cellSize(shape, spacing)
  return Array.from({ length: columns * rows }, (_, index) => {
    const [row, column] = order.startsWith('across')
      ? [Math.floor(index / columns), index % columns]
      : [index % rows, Math.floor(index / rows)]
    const fromLeft = order.endsWith('from-right') ? columns - 1 - column : column
    return {
      width,
      height,
      left: spacing.margin + fromLeft * (width + spacing.gap),
      bottom: sheet.height - spacing.margin - height - row * (height + spacing.gap),
    }
  })
}

/**
 * Indexes of pages for each side of the sheets of a booklet, the left page first; null is an empty page. Printed on both
 * sides, laid on each other and folded, they are in order.
 */
export function bookletSides(pageCount: number): (readonly [number | null, number | null])[] {
  const total = Math.ceil(pageCount / 4) * 4
  const page = (index: number) => (index < pageCount ? index : null)
  return Array.from({ length: total / 4 }, (_, sheet) => {
    const [first, last] = [2 * sheet, total - 1 - 2 * sheet]
    return [
      [page(last), page(first)],
      [page(first + 1), page(last - 1)],
    ] as const
  }).flat()
}
