import { expect, test } from 'vitest'
import { columnsOf, cutTo, padTo, printable } from './screen-text.ts'

test('a name that would clear the screen is shown harmless', () => {
  expect(printable('a\u001b[2Jb\u0007c\nd\u202e.exe')).toBe('ab?c?d?.exe')
})

test('wide letters count two columns, accents of their own none', () => {
  expect(columnsOf('日本語')).toBe(6)
  expect(columnsOf('e\u0301')).toBe(1)
  expect(columnsOf('👩‍👩‍👧')).toBe(2)
})

test.each([
  ['holiday-pictures.heic', 12, 'holida….heic'],
  ['日本語の写真.jpg', 9, '日本….jpg'],
  ['short.png', 20, 'short.png'],
  ['anything', 1, '…'],
])('%s in %i columns is %s', (text, columns, expected) => {
  expect(cutTo(text, columns)).toBe(expected)
  expect(columnsOf(cutTo(text, columns))).toBeLessThanOrEqual(columns)
})

test('padding counts columns and not letters', () => {
  expect(padTo('日', 4)).toBe('日  ')
})
