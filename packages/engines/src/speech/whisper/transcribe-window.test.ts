import { expect, test } from 'vitest'
import type { TimedWord } from './time-words.ts'
import { hasSkippedSpeech } from './transcribe-window.ts'

/** Ten seconds of continuous speech. */
const speech = new Uint8Array(500).fill(1)
const word = (startSeconds: number, endSeconds: number, text = ' word'): TimedWord => ({
  text,
  startSeconds,
  endSeconds,
  endsSegment: false,
  tokens: { from: 0, until: 1 },
})
const every = (from: number, until: number) =>
  Array.from({ length: Math.round((until - from) / 0.4) }, (_, index) =>
    word(from + index * 0.4, from + (index + 1) * 0.4),
  )

test('hasSkippedSpeech: false for continuous words and for no words', () => {
  expect(hasSkippedSpeech(every(0, 10), speech)).toBe(false)
  expect(hasSkippedSpeech([], speech)).toBe(false)
})

test('hasSkippedSpeech: true for speech before the first or after the last word', () => {
  expect(hasSkippedSpeech(every(3, 10), speech)).toBe(true)
  expect(hasSkippedSpeech(every(0, 7), speech)).toBe(true)
})

test('hasSkippedSpeech: false for silence before the first word', () => {
  const quiet = speech.slice().fill(0, 0, 150)
  expect(hasSkippedSpeech(every(3, 10), quiet)).toBe(false)
})

test('hasSkippedSpeech: true for an implausibly long word, false for a moderately long one', () => {
  expect(hasSkippedSpeech([...every(0, 4), word(4, 7), ...every(7, 10)], speech)).toBe(true)
  expect(hasSkippedSpeech([...every(0, 4), word(4, 5.2), ...every(5.2, 10)], speech)).toBe(false)
})
