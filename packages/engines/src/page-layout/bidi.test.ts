import { expect, test } from 'vitest'
import { isRightToLeftText, readingOrder, wordOrder } from './bidi.ts'

test('readingOrder: reverses right-to-left letters, but not numbers', () => {
  expect(readingOrder('םולש')).toBe('שלום')
  expect(readingOrder('15ב')).toBe('ב15')
  expect(readingOrder('(םולש')).toBe('שלום)')
  expect(readingOrder('plain')).toBe('plain')
})

test('readingOrder: keeps combining marks with their letter', () => {
  expect(readingOrder('בּא')).toBe('אבּ')
})

test('wordOrder: orders a right-to-left line from its right end and keeps left-to-right runs', () => {
  const drawn = ['ג', 'two', 'words', 'א']
  expect(wordOrder(drawn, true).map(index => drawn[index])).toEqual(['א', 'two', 'words', 'ג'])
})

test('wordOrder: reverses only the right-to-left run of a left-to-right line', () => {
  const drawn = ['say', 'ב', 'א', 'twice']
  expect(wordOrder(drawn, false).map(index => drawn[index])).toEqual(['say', 'א', 'ב', 'twice'])
})

test('isRightToLeftText: decides by the majority of letters', () => {
  expect(isRightToLeftText('שלום to')).toBe(true)
  expect(isRightToLeftText('hello ש')).toBe(false)
})
