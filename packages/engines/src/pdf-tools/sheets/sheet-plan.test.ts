import { expect, test } from 'vitest'
import { bookletSides, cellsOf, chooseShape } from './sheet-plan.ts'

const spacing = { gap: 10, margin: 20 }

test('bookletSides: pages are in order when the sheets are folded', () => {
  expect(bookletSides(8)).toEqual([
    [7, 0],
    [1, 6],
    [5, 2],
    [3, 4],
  ])
})

test('bookletSides: empty pages fill up to a multiple of four', () => {
  expect(bookletSides(5)).toEqual([
    [null, 0],
    [1, null],
    [null, 2],
    [3, 4],
  ])
  expect(bookletSides(1)).toEqual([
    [null, 0],
    [null, null],
  ])
})

test('chooseShape: two upright pages lie on turned paper, two wide ones on upright paper', () => {
  const shapeOf = (orientation: 'auto' | 'portrait' | 'landscape', width: number, height: number) =>
    chooseShape({ perSheet: 2, paper: 'a4', orientation }, { width, height }, spacing)
  expect(shapeOf('auto', 400, 600)).toMatchObject({ columns: 2, rows: 1 })
  expect(shapeOf('auto', 600, 400)).toMatchObject({ columns: 1, rows: 2 })
  expect(shapeOf('portrait', 400, 600)).toMatchObject({ columns: 1, rows: 2, sheet: { width: 595.28 } })
  expect(shapeOf('landscape', 600, 400)).toMatchObject({ columns: 2, rows: 1, sheet: { width: 841.89 } })
})

test('cellsOf: fills by rows or by columns, from the left or from the right', () => {
  const shape = { sheet: { width: 595, height: 842 }, columns: 2, rows: 2 }
  const at = (order: 'across' | 'down' | 'across-from-right') =>
    cellsOf(shape, spacing, order).map(({ left, bottom }) =>
      [left > 200 ? 'right' : 'left', bottom > 300 ? 'top' : 'bottom'].join(' '),
    )
  expect(at('across')).toEqual(['left top', 'right top', 'left bottom', 'right bottom'])
  expect(at('down')).toEqual(['left top', 'left bottom', 'right top', 'right bottom'])
  expect(at('across-from-right')).toEqual(['right top', 'left top', 'right bottom', 'left bottom'])
})

test('cellsOf: cells keep the margin and the gap', () => {
  const shape = { sheet: { width: 595, height: 842 }, columns: 2, rows: 1 }
  const [first, second] = cellsOf(shape, spacing, 'across')
  expect(first).toMatchObject({ left: 20, bottom: 20, width: 272.5, height: 802 })
  expect(second?.left).toBe(302.5)
})
