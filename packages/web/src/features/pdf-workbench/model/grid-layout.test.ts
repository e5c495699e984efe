import { expect, test } from 'vitest'
import { layOut, placeAt, spanOfPage, verticalNeighbor, visibleRows } from './grid-layout.ts'
import { workspaceOf } from './workspace.fixture.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
// Three columns of 100 pixels with gaps of 12; rows of 140.
const layoutOf = (text: string) => layOut(workspaceOf(text).documents, 324, 100)

test('layOut: rows below the name of each document', () => {
  const { rows, columns, tilePx, height, pageCount } = layoutOf('abcd|e')
  expect([columns, tilePx, pageCount, height]).toEqual([3, 100, 5, 2 * 56 + 3 * 140])
  expect(rows.map(row => (row.kind === 'pages' ? [row.top, row.firstIndex, row.count] : [row.top]))).toEqual([
    [0],
    [56, 0, 3],
    [196, 3, 1],
    [336],
    [392, 4, 1],
  ])
})

test('visibleRows: a thousand pages have as many rows in the document as fit twice', () => {
  const layout = layoutOf(letters.repeat(40))
  expect(layout.rows.length).toBe(348)
  expect(visibleRows(layout, 20_000, 600).length).toBeLessThan(11)
})

test('verticalNeighbor: the nearest column in the row above or below, across documents', () => {
  const layout = layoutOf('abcd|ef')
  expect(verticalNeighbor(layout, 2, 1)).toBe(3)
  expect(verticalNeighbor(layout, 3, 1)).toBe(4)
  expect(verticalNeighbor(layout, 5, -1)).toBe(3)
  expect(verticalNeighbor(layout, 1, -1)).toBe(1)
})

test('placeAt: before and after pages, at the beginning of a document, and beyond the end', () => {
  const layout = layoutOf('abcd|ef')
  const place = (x: number, y: number) => {
    const found = placeAt(layout, x, y)
    return found && [found.document, found.index]
  }
  expect(place(10, 100)).toEqual(['document-1', 0])
  expect(place(70, 100)).toEqual(['document-1', 1])
  expect(place(320, 100)).toEqual(['document-1', 3])
  expect(place(320, 250)).toEqual(['document-1', 4])
  expect(place(300, 350)).toEqual(['document-2', 0])
  expect(place(300, 5000)).toEqual(['document-2', 2])
  expect(place(0, -50)).toEqual(['document-1', 0])
  expect(placeAt(layoutOf(''), 0, 0)).toBeUndefined()
})

test('spanOfPage: the row of a page', () => {
  expect(spanOfPage(layoutOf('abcd|e'), 4)?.top).toBe(392)
  expect(spanOfPage(layoutOf('abcd|e'), 9)).toBeUndefined()
})
