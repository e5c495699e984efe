import { expect, test } from 'vitest'
import { findSamePassage } from './find-same-passage.ts'

const lineOf = (text: string, isGlued = false) =>
  text.split(' ').map((word, at) => ({
    text: word,
    x: 0,
    y: 0,
    width: 9,
    height: 9,
    confidence: 90 - at,
    line: '1',
    ...(isGlued && at > 0 && { isGlued }),
  }))

test('what the other reading has between the same neighbours', () => {
  const ours = lineOf('the boat wos moored')
  expect(findSamePassage(ours, { first: 2, end: 3 }, lineOf('boat was moored'))).toEqual({
    letters: 'was',
    parts: ['was'],
    confidence: 89,
  })
})

test('it may have more letters, fewer, or none', () => {
  const ours = lineOf('箱子 会 被 撒 走 ， 丢', true)
  const found = (other: string) => findSamePassage(ours, { first: 3, end: 4 }, lineOf(other, true))?.letters
  expect(found('箱子 会 被 搬 走 ，')).toBe('搬')
  expect(found('箱子 会 被 搬手 走 ，')).toBe('搬手')
  expect(found('箱子 会 被 走 ，')).toBe('')
})

test('letters at the end of a line have a neighbour on one side only', () => {
  const ours = lineOf('we sail at dswn')
  expect(findSamePassage(ours, { first: 3, end: 4 }, lineOf('sail at dawn'))?.letters).toBe('dawn')
})

test('where spaces are is told apart from the letters', () => {
  const ours = lineOf('a fewdoys later')
  expect(findSamePassage(ours, { first: 1, end: 2 }, lineOf('a few days later'))).toMatchObject({
    letters: 'fewdays',
    parts: ['few', 'days'],
  })
})

test('nothing is said when the neighbours were read differently, too', () => {
  const ours = lineOf('the boat wos moored')
  expect(findSamePassage(ours, { first: 2, end: 3 }, lineOf('the boar was moored'))).toBeUndefined()
  expect(findSamePassage(ours, { first: 2, end: 3 }, [])).toBeUndefined()
})

test('a line that was passed over says nothing about words that fill it', () => {
  expect(findSamePassage(lineOf('17'), { first: 0, end: 1 }, [])).toBeUndefined()
  expect(findSamePassage(lineOf('page 17'), { first: 1, end: 2 }, lineOf('page'))).toBeUndefined()
})
