import { expect, test } from 'vitest'
import { layoutCaption } from './caption-file.ts'

const screen = { width: 480, height: 270 }

test('layoutCaption: sets short text large on one line, long text smaller on up to three', () => {
  const short = layoutCaption('  Look\nat   this ', screen)
  expect(short.lines).toEqual(['Look at this'])
  const long = layoutCaption('every good boy deserves flavor '.repeat(4).slice(0, 120), screen)
  expect(long.lines.length).toBeGreaterThan(1)
  expect(long.lines.length).toBeLessThanOrEqual(3)
  expect(long.fontSize).toBeLessThan(short.fontSize)
})

test('layoutCaption: breaks overlong words and scripts without spaces anywhere without losing a grapheme', () => {
  for (const text of ['w'.repeat(120), '你好世界'.repeat(30), '👩‍👩‍👧‍👦'.repeat(20)]) {
    const { lines } = layoutCaption(text, { width: 160, height: 90 })
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(text)
  }
})

test('layoutCaption: returns no lines for blank text', () => {
  expect(layoutCaption(' \u0000\u2028 ', screen).lines).toEqual([])
})
