import { expect, test } from 'vitest'
import { findWordAtPoint } from '../results/image-pane.tsx'
import { linkWords } from './linked-words.ts'
import { recognitionOf } from './recognition.fixture.ts'

const words = linkWords(recognitionOf(['one two\nthree', 'four']))
const wordAt = (x: number, y: number, page = 1) => {
  const index = findWordAtPoint(words, page, { x, y }, 4)
  return index === undefined ? undefined : words[index]?.word.text
}

test('OCR-08 findWordAtPoint: returns the word whose box contains the point, on the given page', () => {
  expect([wordAt(5, 5), wordAt(45, 10), wordAt(20, 30)]).toEqual(['one', 'two', 'three'])
  expect(wordAt(5, 5, 2)).toBe('four')
})

test('OCR-08 findWordAtPoint: returns the nearest word within the tolerance, otherwise none', () => {
  expect([wordAt(33, 5), wordAt(37, 5)]).toEqual(['one', 'two'])
  expect([wordAt(35, 5), wordAt(300, 300), wordAt(5, 5, 3)]).toEqual([undefined, undefined, undefined])
})

test('findWordAtPoint: prefers the smaller of overlapping boxes', () => {
  const [one] = words
  if (!one) throw new Error('no words')
  const large = { ...one, word: { ...one.word, text: 'large', width: 500, height: 500 } }
  expect(findWordAtPoint([large, one], 1, { x: 5, y: 5 }, 4)).toBe(1)
})
