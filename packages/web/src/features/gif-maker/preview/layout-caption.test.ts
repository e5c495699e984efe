import { expect, test } from 'vitest'
import { layoutCaption } from './draw-frame.ts'

const widthOf = (text: string, fontPx: number) => text.length * fontPx * 0.5
const size = { width: 480, height: 270 }

test('layoutCaption: puts a short caption on one line in a large font', () => {
  expect(layoutCaption(' The  tide was out ', size, widthOf)).toEqual({
    lines: ['The tide was out'],
    fontPx: 32,
  })
  expect(layoutCaption('   ', size, widthOf).lines).toEqual([])
})

test('layoutCaption: breaks between words and shrinks the font to avoid a fourth line', () => {
  const { lines, fontPx } = layoutCaption('word '.repeat(24), size, widthOf)
  expect(lines.length).toBeLessThanOrEqual(3)
  expect(fontPx).toBeLessThan(32)
  for (const line of lines) expect(widthOf(line, fontPx)).toBeLessThanOrEqual(432)
})

test('layoutCaption: breaks text without spaces anywhere', () => {
  const { lines } = layoutCaption('字'.repeat(40), size, widthOf)
  expect(lines.join('')).toBe('字'.repeat(40))
  expect(lines.length).toBeGreaterThan(1)
})
