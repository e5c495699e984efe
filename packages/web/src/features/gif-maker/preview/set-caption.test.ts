import { expect, test } from 'vitest'
import { setCaption } from './set-caption.ts'

const widthOf = (text: string, fontPx: number) => text.length * fontPx * 0.5
const size = { width: 480, height: 270 }

test('a short caption stands on one line, in large letters', () => {
  expect(setCaption(' The  tide was out ', size, widthOf)).toEqual({
    lines: ['The tide was out'],
    fontPx: 32,
  })
  expect(setCaption('   ', size, widthOf).lines).toEqual([])
})

test('a longer one is broken between words, and gets smaller before it gets a fourth line', () => {
  const { lines, fontPx } = setCaption('word '.repeat(24), size, widthOf)
  expect(lines.length).toBeLessThanOrEqual(3)
  expect(fontPx).toBeLessThan(32)
  for (const line of lines) expect(widthOf(line, fontPx)).toBeLessThanOrEqual(432)
})

test('what has no spaces breaks where it must', () => {
  const { lines } = setCaption('字'.repeat(40), size, widthOf)
  expect(lines.join('')).toBe('字'.repeat(40))
  expect(lines.length).toBeGreaterThan(1)
})
