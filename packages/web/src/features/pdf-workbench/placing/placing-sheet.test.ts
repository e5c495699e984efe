import { expect, test } from 'vitest'
import { areaOfMargins, marginsOfArea } from './placing-sheet.tsx'

/** 100 by 200 mm. */
const seen = { width: 283.4646, height: 566.9291 }

test('marginsOfArea, areaOfMargins: percent of the page become millimeters, and back', () => {
  const margins = marginsOfArea({ x: 10, y: 5, width: 70, height: 85 }, seen)
  expect(margins).toEqual({ top: '10', right: '20', bottom: '20', left: '10' })
  const area = areaOfMargins(margins, seen)
  expect(area.x).toBeCloseTo(10, 3)
  expect(area.y).toBeCloseTo(5, 3)
  expect(area.width).toBeCloseTo(70, 3)
  expect(area.height).toBeCloseTo(85, 3)
})

test('areaOfMargins: margins beyond the page leave an area that can be grabbed', () => {
  expect(areaOfMargins({ top: '500', right: '90', bottom: '', left: '90' }, seen)).toEqual({
    x: expect.closeTo(90, 3),
    y: 99,
    width: 1,
    height: 1,
  })
})
