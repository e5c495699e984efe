import { expect, test } from 'vitest'
import { isRightToLeftText, readingOrder, wordOrder } from './bidi.ts'

test('letters drawn from left to right are read from right to left, numbers are not', () => {
  expect(readingOrder('םולש')).toBe('שלום')
  expect(readingOrder('15ב')).toBe('ב15')
  expect(readingOrder('(םולש')).toBe('שלום)')
  expect(readingOrder('plain')).toBe('plain')
})

test('marks stay with their letter', () => {
  expect(readingOrder('בּא')).toBe('אבּ')
})

test('words of a line from right to left are read from its right end, foreign ones in their own order', () => {
  const drawn = ['ג', 'two', 'words', 'א']
  expect(wordOrder(drawn, true).map(index => drawn[index])).toEqual(['א', 'two', 'words', 'ג'])
})

test('a borrowed word in a line from left to right turns only itself', () => {
  const drawn = ['say', 'ב', 'א', 'twice']
  expect(wordOrder(drawn, false).map(index => drawn[index])).toEqual(['say', 'א', 'ב', 'twice'])
})

test('most letters decide about the line', () => {
  expect(isRightToLeftText('שלום to')).toBe(true)
  expect(isRightToLeftText('hello ש')).toBe(false)
})
