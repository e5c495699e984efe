import { expect, test } from 'vitest'
import { findMissedText } from './find-missed-text.ts'

/** Letters of 20 by 20 pixels in a row. */
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

test('findMissedText: finds a line without recognized words', () => {
  const found = findMissedText([...line(100, 20), ...line(140, 20)], [word(0, 100, 520)])
  expect(found?.letterCount).toBe(20)
  expect(found?.regions).toHaveLength(1)
  expect(found?.regions[0]?.top).toBeLessThan(130)
  expect(found?.touched.size).toBe(0)
})

test('findMissedText: marks the words of a partially recognized line for another pass', () => {
  const rest = word(200, 100, 320)
  const found = findMissedText([...line(100, 20), ...line(140, 20)], [rest, word(0, 140, 520, '1.1.2')])
  expect([...(found?.touched ?? [])]).toEqual([rest])
})

test('findMissedText: ignores dots and ornaments', () => {
  const dots = [{ x: 900, y: 500, width: 8, height: 8 }]
  expect(findMissedText([...line(100, 20), ...dots], [word(0, 100, 520)])).toBeUndefined()
})

test('findMissedText: finds a short code level with a line, but not two specks or letters above it', () => {
  const text = line(100, 300, 200)
  const found = (top: number, height: number) => {
    const code = [60, 85].map(x => ({ x, y: top + height / 2, width: 20, height }))
    return findMissedText([...text, ...code], [word(200, 100, 7700)])
  }
  expect(found(90, 20)?.regions).toHaveLength(1)
  expect(found(100, 8)).toBeUndefined()
  expect(found(20, 20)).toBeUndefined()
})
