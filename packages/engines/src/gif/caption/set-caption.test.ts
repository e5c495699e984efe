import { expect, test } from 'vitest'
import { setCaption } from './set-caption.ts'

const screen = { width: 480, height: 270 }

test('few words are large and stand in one line, many are smaller and stand in up to three', () => {
  const short = setCaption('  Look\nat   this ', screen)
  expect(short.lines).toEqual(['Look at this'])
  const long = setCaption('every good boy deserves favour '.repeat(4).slice(0, 120), screen)
  expect(long.lines.length).toBeGreaterThan(1)
  expect(long.lines.length).toBeLessThanOrEqual(3)
  expect(long.fontSize).toBeLessThan(short.fontSize)
})

test('words without an end and scripts without spaces break anywhere, and no letter is lost', () => {
  for (const text of ['w'.repeat(120), '你好世界'.repeat(30), '👩‍👩‍👧‍👦'.repeat(20)]) {
    const { lines } = setCaption(text, { width: 160, height: 90 })
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(text)
  }
})

test('nothing is drawn for nothing', () => {
  expect(setCaption(' \u0000\u2028 ', screen).lines).toEqual([])
})
