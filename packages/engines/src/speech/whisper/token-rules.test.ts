import { expect, test } from 'vitest'
import type { ModelTokens } from './model-files.ts'
import { argmax } from './probabilities.ts'
import { plainRules, timedRules } from './token-rules.ts'

/** Ten text tokens, the end, four control tokens, then timestamps from 0.00 s. */
const tokens: ModelTokens = {
  end: 10,
  start: 11,
  startOfPrevious: 11,
  transcribe: 12,
  noSpeech: 13,
  noTimestamps: 14,
  firstTimestamp: 15,
  languages: {},
  suppressed: [3],
  suppressedFirst: [0, 10],
}
const count = 15 + 200
const rules = timedRules(tokens, 15 + 150)

function nextToken(scores: Readonly<Record<number, number>>, text: readonly number[]): number {
  const all = new Float32Array(count).fill(-20)
  for (const [token, score] of Object.entries(scores)) all[Number(token)] = score
  rules.apply(all, text)
  return argmax(all)
}

test('timedRules: starts with a timestamp within the first second', () => {
  expect(nextToken({ 5: 9, 16: 1, 120: 5 }, [])).toBe(16)
})

test('timedRules: requires text after a timestamp that opens a segment', () => {
  expect(nextToken({ 20: 9, 5: 1 }, [15])).toBe(5)
})

test('timedRules: requires an equal or later timestamp or the end after a timestamp that closes a segment', () => {
  expect(nextToken({ 5: 9, 20: 3, 10: 1 }, [15, 5, 20])).toBe(20)
  expect(nextToken({ 5: 9, 19: 5, 10: 1 }, [15, 5, 20])).toBe(10)
})

test('timedRules: timestamps increase and segments are not empty', () => {
  expect(nextToken({ 19: 9, 20: 9, 21: 8 }, [15, 5, 20, 20, 5])).toBe(21)
})

test('timedRules: suppresses annotations and timestamps after the end of the audio', () => {
  expect(nextToken({ 3: 9, 5: 2, 210: 8 }, [15])).toBe(5)
})

test('timedRules: prefers timestamps if their total probability exceeds the best text token', () => {
  const times = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [40 + i, 1]))
  expect(nextToken({ 5: 2, ...times }, [15, 5])).toBeGreaterThanOrEqual(40)
})

test('plainRules: suppresses timestamps and an immediate end', () => {
  const scores = new Float32Array(count).fill(1)
  plainRules(tokens).apply(scores, [])
  expect([...scores.keys()].filter(token => scores[token] === 1)).toEqual([1, 2, 4, 5, 6, 7, 8, 9])
})
