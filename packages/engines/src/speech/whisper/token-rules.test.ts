import { expect, test } from 'vitest'
import type { ModelTokens } from './model-files.ts'
import { likeliest } from './probabilities.ts'
import { plainRules, timedRules } from './token-rules.ts'

/** Ten pieces of text, the end, four orders, then times of 0.00 s and on. */
const tokens: ModelTokens = {
  end: 10,
  start: 11,
  earlier: 11,
  transcribe: 12,
  noSpeech: 13,
  noTimestamps: 14,
  firstTimestamp: 15,
  languages: {},
  unspoken: [3],
  notFirst: [0, 10],
}
const count = 15 + 200
const rules = timedRules(tokens, 15 + 150)

function chosen(scores: Readonly<Record<number, number>>, text: readonly number[]): number {
  const all = new Float32Array(count).fill(-20)
  for (const [token, score] of Object.entries(scores)) all[Number(token)] = score
  rules.apply(all, text)
  return likeliest(all)
}

test('a text begins with a time of the first second', () => {
  expect(chosen({ 5: 9, 16: 1, 120: 5 }, [])).toBe(16)
})

test('behind a time that opens a segment comes text, never a second time', () => {
  expect(chosen({ 20: 9, 5: 1 }, [15])).toBe(5)
})

test('behind a time that closes a segment comes the same time again or the end', () => {
  expect(chosen({ 5: 9, 20: 3, 10: 1 }, [15, 5, 20])).toBe(20)
  expect(chosen({ 5: 9, 19: 5, 10: 1 }, [15, 5, 20])).toBe(10)
})

test('time never runs backwards, and a segment takes some', () => {
  expect(chosen({ 19: 9, 20: 9, 21: 8 }, [15, 5, 20, 20, 5])).toBe(21)
})

test('nothing is said behind the end of the sound, and brackets are not spoken', () => {
  expect(chosen({ 3: 9, 5: 2, 210: 8 }, [15])).toBe(5)
})

test('many likely times together weigh more than one likely word', () => {
  const times = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [40 + i, 1]))
  expect(chosen({ 5: 2, ...times }, [15, 5])).toBeGreaterThanOrEqual(40)
})

test('a text without times has none, and does not begin with its end', () => {
  const scores = new Float32Array(count).fill(1)
  plainRules(tokens).apply(scores, [])
  expect([...scores.keys()].filter(token => scores[token] === 1)).toEqual([1, 2, 4, 5, 6, 7, 8, 9])
})
