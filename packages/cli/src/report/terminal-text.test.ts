import { expect, test } from 'vitest'
import { displayWidth, padToWidth, stripControlCharacters, truncateMiddle } from './terminal-text.ts'

test('stripControlCharacters: removes escape sequences and replaces control and bidi characters', () => {
  expect(stripControlCharacters('a\u001b[2Jb\u0007c\nd\u202e.exe')).toBe('ab?c?d?.exe')
})

test('displayWidth: counts wide characters as two columns and combining marks as none', () => {
  expect(displayWidth('日本語')).toBe(6)
  expect(displayWidth('e\u0301')).toBe(1)
  expect(displayWidth('👩‍👩‍👧')).toBe(2)
})

test.each([
  ['holiday-photos.heic', 12, 'holida….heic'],
  ['日本語の写真.jpg', 9, '日本….jpg'],
  ['short.png', 20, 'short.png'],
  ['anything', 1, '…'],
])('truncateMiddle: cuts %s to %i columns as %s', (text, columns, expected) => {
  expect(truncateMiddle(text, columns)).toBe(expected)
  expect(displayWidth(truncateMiddle(text, columns))).toBeLessThanOrEqual(columns)
})

test('padToWidth: pads by display width, not by character count', () => {
  expect(padToWidth('日', 4)).toBe('日  ')
})
