import { expect, test } from 'vitest'
import { framesPerSecond } from '../vad/measure-levels.ts'
import { timestampSegments, timestampText, toTranscriptSegment, toVideoSeconds } from './timestamp-words.ts'

/** Voice activity in the given seconds. */
function active(seconds: number, ...spans: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from({ length: seconds * framesPerSecond }, (_, frame) => {
    const t = frame / framesPerSecond
    return spans.some(([from, until]) => t >= from - 1e-9 && t < until - 1e-9) ? 1 : 0
  })
}

test('toVideoSeconds: maps window time to video time across ranges', () => {
  const ranges = [
    { startSeconds: 10, endSeconds: 15 },
    { startSeconds: 60, endSeconds: 70 },
  ]
  expect(toVideoSeconds(2, ranges, 'start')).toBe(12)
  expect(toVideoSeconds(5, ranges, 'end')).toBe(15)
  expect(toVideoSeconds(5, ranges, 'start')).toBe(60)
  expect(toVideoSeconds(8, ranges, 'end')).toBe(63)
  expect(toVideoSeconds(99, ranges, 'end')).toBe(70)
})

test('timestampSegments: maps words to video time and never into the gap between ranges', () => {
  const [segment] = timestampSegments(
    [
      {
        words: [
          { text: ' one', startSeconds: 1, endSeconds: 5 },
          { text: ' two', startSeconds: 5, endSeconds: 6 },
        ],
      },
    ],
    [
      { startSeconds: 10, endSeconds: 15 },
      { startSeconds: 60, endSeconds: 70 },
    ],
  )
  expect(segment?.words).toEqual([
    { text: ' one', startSeconds: 11, endSeconds: 15 },
    { text: ' two', startSeconds: 60, endSeconds: 61 },
  ])
})

test('timestampText: distributes words over active frames by their length', () => {
  const words = timestampText('I understand you.', 10, 15, active(20, [10.4, 12], [13, 14.6]))
  const lengths = words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
  expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0)
  for (const [index, { startSeconds, endSeconds }] of words.entries()) {
    expect(endSeconds).toBeGreaterThan(startSeconds)
    expect(startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0)
  }
})

test('timestampText: splits text into words, and unspaced scripts into characters', () => {
  const texts = (text: string) =>
    timestampText(text, 0, 2, active(2, [0, 2])).map(timestamped => timestamped.text)
  expect(texts('Good morning, all.')).toEqual(['Good', ' morning,', ' all.'])
  expect(texts('你好。世界')).toEqual(['你', '好。', '世', '界'])
})

test('toTranscriptSegment: trims words and rounds times', () => {
  const words = [
    { text: ' Good', startSeconds: 1.004, endSeconds: 1.5 },
    { text: ' day.', startSeconds: 1.5, endSeconds: 2 },
  ]
  expect(toTranscriptSegment({ words })).toEqual({
    startSeconds: 1,
    endSeconds: 2,
    text: 'Good day.',
    words: [
      { text: 'Good', startSeconds: 1, endSeconds: 1.5 },
      { text: 'day.', startSeconds: 1.5, endSeconds: 2 },
    ],
  })
})

test('timestampText: adds a missing space after a sentence, but none in an abbreviation', () => {
  const words = timestampText('We left.It was 3 p.M. in the U.S.A.', 0, 4, active(4, [0, 4]))
  expect(words.map(({ text }) => text).join('')).toBe('We left. It was 3 p.M. in the U.S.A.')
})
