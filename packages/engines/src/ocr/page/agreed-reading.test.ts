import { expect, test } from 'vitest'
import { agreedReading } from './agreed-reading.ts'

const run = [{ text: '撒', x: 0, y: 0, width: 9, height: 9, confidence: 59, line: '1' }]
const look = (letters: string, confidence: number) => ({ letters, parts: [letters], confidence })

test('two looks that agree and are surer are believed', () => {
  expect(agreedReading(run, look('搬', 76), look('搬', 83))).toEqual(look('搬', 79.5))
})

test('one alone is not, however sure it is', () => {
  expect(agreedReading(run, look('搬', 97), look('撒', 40))).toBeUndefined()
  expect(agreedReading(run, look('搬', 97), look('般', 90))).toBeUndefined()
  expect(agreedReading(run, look('搬', 97), undefined)).toBeUndefined()
})

test('two that are hardly surer are not: they may be wrong in the same way', () => {
  expect(agreedReading(run, look('搬', 60), look('搬', 75))).toBeUndefined()
})

test('the first reading, confirmed, stays as it is', () => {
  expect(agreedReading(run, look('撒', 97), look('撒', 97))).toBeUndefined()
})

test('nothing is only added: a letter that is hard to tell is read as one and as the other', () => {
  expect(agreedReading(run, look('搬撒', 90), look('搬撒', 90))).toBeUndefined()
})

test('signs are not taken from looks at another size', () => {
  const number = [{ ...run[0], text: '14.' }] as typeof run
  expect(agreedReading(number, look('14,', 95), look('14,', 95))).toBeUndefined()
  expect(agreedReading(number, look('19,', 95), look('19,', 95))?.letters).toBe('19,')
})

test('what neither sees between its neighbours is not there', () => {
  const nothing = { letters: '', parts: [], confidence: 0 }
  expect(agreedReading(run, nothing, nothing)).toEqual(nothing)
})
