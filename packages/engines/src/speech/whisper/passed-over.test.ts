import { expect, test } from 'vitest'
import { hasPassedOver } from './passed-over.ts'
import type { TimedWord } from './time-words.ts'

/** Ten seconds in which somebody speaks all the time. */
const speech = new Uint8Array(500).fill(1)
const word = (startSeconds: number, endSeconds: number, text = ' word'): TimedWord => ({
  text,
  startSeconds,
  endSeconds,
  isClosing: false,
  tokens: { from: 0, until: 1 },
})
const every = (from: number, until: number) =>
  Array.from({ length: Math.round((until - from) / 0.4) }, (_, index) =>
    word(from + index * 0.4, from + (index + 1) * 0.4),
  )

test('words all the way are nothing passed over', () => {
  expect(hasPassedOver(every(0, 10), speech)).toBe(false)
  expect(hasPassedOver([], speech)).toBe(false)
})

test('speech before the first word, or behind the last, is', () => {
  expect(hasPassedOver(every(3, 10), speech)).toBe(true)
  expect(hasPassedOver(every(0, 7), speech)).toBe(true)
})

test('silence there is not', () => {
  const quiet = speech.slice().fill(0, 0, 150)
  expect(hasPassedOver(every(3, 10), quiet)).toBe(false)
})

test('a word that takes seconds stands for others; a long word may take its time', () => {
  expect(hasPassedOver([...every(0, 4), word(4, 7), ...every(7, 10)], speech)).toBe(true)
  expect(hasPassedOver([...every(0, 4), word(4, 5.2), ...every(5.2, 10)], speech)).toBe(false)
})
