import { expect, test } from 'vitest'
import { agreedReading } from './reread-low-confidence.ts'

const run = [{ text: '撒', x: 0, y: 0, width: 9, height: 9, confidence: 59, line: '1' }]
const reading = (letters: string, confidence: number) => ({ letters, parts: [letters], confidence })

test('agreedReading: accepts two agreeing passes with clearly higher confidence', () => {
  expect(agreedReading(run, reading('搬', 76), reading('搬', 83))).toEqual(reading('搬', 79.5))
})

test('agreedReading: rejects a single dissenting pass regardless of its confidence', () => {
  expect(agreedReading(run, reading('搬', 97), reading('撒', 40))).toBeUndefined()
  expect(agreedReading(run, reading('搬', 97), reading('般', 90))).toBeUndefined()
  expect(agreedReading(run, reading('搬', 97), undefined)).toBeUndefined()
})

test('agreedReading: rejects two agreeing passes with barely higher confidence', () => {
  expect(agreedReading(run, reading('搬', 60), reading('搬', 75))).toBeUndefined()
})

test('agreedReading: keeps the first reading when it is confirmed', () => {
  expect(agreedReading(run, reading('撒', 97), reading('撒', 97))).toBeUndefined()
})

test('agreedReading: rejects readings that only add letters to the first one', () => {
  expect(agreedReading(run, reading('搬撒', 90), reading('搬撒', 90))).toBeUndefined()
})

test('agreedReading: ignores differences in punctuation only', () => {
  const number = [{ ...run[0], text: '14.' }] as typeof run
  expect(agreedReading(number, reading('14,', 95), reading('14,', 95))).toBeUndefined()
  expect(agreedReading(number, reading('19,', 95), reading('19,', 95))?.letters).toBe('19,')
})

test('agreedReading: drops a word that neither pass finds', () => {
  const nothing = { letters: '', parts: [], confidence: 0 }
  expect(agreedReading(run, nothing, nothing)).toEqual(nothing)
})
