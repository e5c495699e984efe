import { stampPdf } from '@filesmith/contract/operations/pdf/stamp-pdf'
import { expect, test } from 'vitest'
import { drawnLines, strokePath, withPoint } from './signature-dialog.tsx'

test('strokePath: curves through the middle of the points, and a dot for a tap', () => {
  const stroke = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ]
  expect(strokePath(stroke)).toBe('M 0 0 Q 10 0 10 5 L 10 10')
  expect(strokePath([{ x: 3, y: 4 }])).toBe('M 3 4 l 0.1 0')
  expect(strokePath([])).toBe('')
})

test('withPoint: leaves out points that are too close', () => {
  const stroke = [{ x: 0, y: 0 }]
  expect(withPoint(stroke, { x: 1, y: 1 })).toBe(stroke)
  expect(withPoint(stroke, { x: 3, y: 0 })).toHaveLength(2)
})

test('drawnLines: a box around all strokes, which the operation accepts', () => {
  const lines = drawnLines(
    [
      [
        { x: 100, y: 50 },
        { x: 160, y: 50 },
      ],
      [{ x: 120, y: 80 }],
    ],
    3,
  )
  expect(lines).toEqual({ path: 'M 3 3 L 63 3 M 23 33 l 0.1 0', width: 66, height: 36 })
  const stamp = {
    path: lines?.path,
    pathWidth: lines?.width,
    pathHeight: lines?.height,
    x: 1,
    y: 1,
    width: 5,
  }
  expect(stampPdf.parse({ stamps: [stamp] }).refusal('free')).toBeUndefined()
  expect(drawnLines([], 3)).toBeUndefined()
})
