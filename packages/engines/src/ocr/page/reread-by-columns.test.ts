import { expect, test } from 'vitest'
import { findColumns, inReadingOrder } from './reread-by-columns.ts'

const block = (left: number, right: number) =>
  Array.from({ length: 120 }, (_, at) => ({
    x: left + 10 + ((at * 24) % (right - left - 20)),
    y: 100 + 40 * Math.floor((at * 24) / (right - left - 20)),
    width: 18,
    height: 20,
  }))

test('findColumns: splits at a vertical strip of white', () => {
  const columns = findColumns([...block(100, 700), ...block(800, 1400)])
  expect(columns).toHaveLength(2)
  expect(columns[0]?.right).toBeLessThan(760)
  expect(columns[1]?.left).toBeGreaterThan(760)
})

test('findColumns: finds one column below a full-width heading or next to a stray mark', () => {
  const heading = Array.from({ length: 60 }, (_, at) => ({ x: 110 + 22 * at, y: 40, width: 18, height: 20 }))
  expect(findColumns([...block(100, 700), ...block(800, 1400), ...heading])).toHaveLength(1)
  expect(findColumns([...block(100, 700), { x: 1300, y: 100, width: 20, height: 20 }])).toHaveLength(1)
})

test('inReadingOrder: numbers columns in the writing direction', () => {
  const word = (text: string, x: number) => ({
    text,
    x,
    y: 0,
    width: 90,
    height: 20,
    confidence: 90,
    line: `${x}`,
  })
  const latin = inReadingOrder([[word('first', 0)], [word('second', 200)]])
  expect(latin.map(({ text, block }) => [text, block])).toEqual([
    ['first', 0],
    ['second', 1],
  ])
  const arabic = inReadingOrder([[word('المياه', 0)], [word('مكتب', 200)]])
  expect(arabic.map(({ text, block }) => [text, block])).toEqual([
    ['مكتب', 0],
    ['المياه', 1],
  ])
})
