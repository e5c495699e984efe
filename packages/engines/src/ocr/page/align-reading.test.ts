import { expect, test } from 'vitest'
import { alignReading } from './reread-low-confidence.ts'

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

test('alignReading: returns what the other reading has between the same neighbors', () => {
  const ours = lineOf('the boat wos moored')
  expect(alignReading(ours, { first: 2, end: 3 }, lineOf('boat was moored'))).toEqual({
    letters: 'was',
    parts: ['was'],
    confidence: 89,
  })
})

test('alignReading: accepts more, fewer or no letters', () => {
  const ours = lineOf('箱子 会 被 撒 走 ， 丢', true)
  const found = (other: string) => alignReading(ours, { first: 3, end: 4 }, lineOf(other, true))?.letters
  expect(found('箱子 会 被 搬 走 ，')).toBe('搬')
  expect(found('箱子 会 被 搬手 走 ，')).toBe('搬手')
  expect(found('箱子 会 被 走 ，')).toBe('')
})

test('alignReading: needs a neighbor on one side only at the end of a line', () => {
  const ours = lineOf('we sail at dswn')
  expect(alignReading(ours, { first: 3, end: 4 }, lineOf('sail at dawn'))?.letters).toBe('dawn')
})

test('alignReading: compares letters independently of spaces', () => {
  const ours = lineOf('a fewdoys later')
  expect(alignReading(ours, { first: 1, end: 2 }, lineOf('a few days later'))).toMatchObject({
    letters: 'fewdays',
    parts: ['few', 'days'],
  })
})

test('alignReading: returns undefined if the neighbors differ as well', () => {
  const ours = lineOf('the boat wos moored')
  expect(alignReading(ours, { first: 2, end: 3 }, lineOf('the boar was moored'))).toBeUndefined()
  expect(alignReading(ours, { first: 2, end: 3 }, [])).toBeUndefined()
})

test('alignReading: returns undefined if the words fill a line that the other reading missed', () => {
  expect(alignReading(lineOf('17'), { first: 0, end: 1 }, [])).toBeUndefined()
  expect(alignReading(lineOf('page 17'), { first: 1, end: 2 }, lineOf('page'))).toBeUndefined()
})
