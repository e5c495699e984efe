import { expect, test } from 'vitest'
import { linkWords } from './linked-words.ts'
import { recognitionOf } from './recognition.fixture.ts'
import { findWordUnder } from './word-under.ts'

const words = linkWords(recognitionOf(['one two\nthree', 'four']))
const under = (x: number, y: number, page = 1) => {
  const index = findWordUnder(words, page, { x, y }, 4)
  return index === undefined ? undefined : words[index]?.word.text
}

test('OCR-08 the word whose box is hit, on the page that is shown', () => {
  expect([under(5, 5), under(45, 10), under(20, 30)]).toEqual(['one', 'two', 'three'])
  expect(under(5, 5, 2)).toBe('four')
})

test('OCR-08 one that is just missed counts, the nearest first; far from all there is none', () => {
  expect([under(33, 5), under(37, 5)]).toEqual(['one', 'two'])
  expect([under(35, 5), under(300, 300), under(5, 5, 3)]).toEqual([undefined, undefined, undefined])
})

test('of boxes that lie over each other the smaller one is meant', () => {
  const [one] = words
  if (!one) throw new Error('no words')
  const large = { ...one, word: { ...one.word, text: 'large', width: 500, height: 500 } }
  expect(findWordUnder([large, one], 1, { x: 5, y: 5 }, 4)).toBe(1)
})
