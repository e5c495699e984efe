import { expect, test } from 'vitest'
import { findLeftOver } from './find-left-over.ts'

/** Letters of 20 by 20 pixels, side by side. */
const line = (y: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ x: from + 15 + 25 * at, y, width: 20, height: 20 }))
const word = (x: number, y: number, width: number, name = '1.1.1') => ({
  text: 'words',
  x,
  y: y - 12,
  width,
  height: 24,
  confidence: 95,
  line: name,
})

test('a line without words is found', () => {
  const found = findLeftOver([...line(100, 20), ...line(140, 20)], [word(0, 100, 520)])
  expect(found?.letterCount).toBe(20)
  expect(found?.places).toHaveLength(1)
  expect(found?.places[0]?.top).toBeLessThan(130)
  expect(found?.touched.size).toBe(0)
})

test('a line that lost its beginning is read again as a whole', () => {
  const rest = word(200, 100, 320)
  const found = findLeftOver([...line(100, 20), ...line(140, 20)], [rest, word(0, 140, 520, '1.1.2')])
  expect([...(found?.touched ?? [])]).toEqual([rest])
})

test('dots and ornaments are not looked for', () => {
  const dots = [{ x: 900, y: 500, width: 8, height: 8 }]
  expect(findLeftOver([...line(100, 20), ...dots], [word(0, 100, 520)])).toBeUndefined()
})
