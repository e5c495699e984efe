/** Places of documents and pages in the scrolled grid, so that only visible ones are drawn. */
import type { DropPlace } from './edit-pages.ts'
import type { WorkDocument } from './page-workspace.ts'

export const gridGapPx = 12
export const captionPx = 28
const documentRowPx = 56
const pendingRowPx = 132

/** Minimum widths of a tile. */
export const zoomLevels = [84, 132, 200, 300] as const

export type GridRow =
  | {
      readonly kind: 'document'
      readonly document: WorkDocument
      readonly documentIndex: number
      readonly top: number
      readonly height: number
    }
  | {
      readonly kind: 'pages'
      readonly document: WorkDocument
      /** Index in its document. */
      readonly from: number
      readonly count: number
      /** Index of the first page over all documents. */
      readonly firstIndex: number
      readonly top: number
      readonly height: number
    }

export interface GridLayout {
  readonly rows: readonly GridRow[]
  readonly columns: number
  readonly tilePx: number
  readonly height: number
  readonly pageCount: number
}

export function layOut(documents: readonly WorkDocument[], widthPx: number, minTilePx: number): GridLayout {
  const columns = Math.max(1, Math.floor((widthPx + gridGapPx) / (minTilePx + gridGapPx)))
  const tilePx = Math.max(1, Math.floor((widthPx - gridGapPx * (columns - 1)) / columns))
  const rowPx = tilePx + captionPx + gridGapPx
  const rows: GridRow[] = []
  let top = 0
  let pageCount = 0
  for (const [documentIndex, document] of documents.entries()) {
    const height = document.pending === undefined ? documentRowPx : pendingRowPx
    rows.push({ kind: 'document', document, documentIndex, top, height })
    top += height
    for (let from = 0; from < document.pages.length; from += columns) {
      const count = Math.min(columns, document.pages.length - from)
      rows.push({ kind: 'pages', document, from, count, firstIndex: pageCount + from, top, height: rowPx })
      top += rowPx
    }
    pageCount += document.pages.length
  }
  return { rows, columns, tilePx, height: top, pageCount }
}

/** With half a window more on both sides, so that scrolling shows drawn pages. */
export function visibleRows({ rows }: GridLayout, scrollTop: number, heightPx: number): readonly GridRow[] {
  const [from, to] = [scrollTop - heightPx / 2, scrollTop + heightPx * 1.5]
  return rows.filter(({ top, height }) => top + height >= from && top <= to)
}

/** Where a page is, for scrolling to it. */
export function spanOfPage(
  { rows }: GridLayout,
  index: number,
): { readonly top: number; readonly height: number } | undefined {
  return rows.find(
    row => row.kind === 'pages' && index >= row.firstIndex && index < row.firstIndex + row.count,
  )
}

/** Index of the page above or below, in the nearest column; the page itself at the edge. */
export function verticalNeighbor({ rows }: GridLayout, index: number, by: -1 | 1): number {
  const pageRows = rows.filter(row => row.kind === 'pages')
  const at = pageRows.findIndex(row => index >= row.firstIndex && index < row.firstIndex + row.count)
  const [row, next] = [pageRows[at], pageRows[at + by]]
  if (row === undefined || next === undefined) return index
  return next.firstIndex + Math.min(index - row.firstIndex, next.count - 1)
}

export interface MarkedPlace extends DropPlace {
  /** Of the line that marks it. */
  readonly left: number
  readonly top: number
  readonly height: number
}

/** The place nearest to a point of the grid; undefined where no page can be dropped. */
export function placeAt(layout: GridLayout, x: number, y: number): MarkedPlace | undefined {
  const { rows, tilePx } = layout
  const stepPx = tilePx + gridGapPx
  const pageRows = rows.filter(row => row.kind === 'pages')
  const under = rows.find(({ top, height }) => y >= top && y < top + height)
  // A row of a document means its beginning.
  const row =
    under?.kind === 'document'
      ? pageRows.find(({ document }) => document === under.document)
      : (under ?? (y < 0 ? pageRows[0] : pageRows.at(-1)))
  if (row?.kind !== 'pages') return undefined
  const column = under?.kind === 'document' ? 0 : Math.min(row.count, Math.max(0, Math.round(x / stepPx)))
  return {
    document: row.document.id,
    index: row.from + column,
    left: column * stepPx - gridGapPx / 2,
    top: row.top,
    height: tilePx,
  }
}
