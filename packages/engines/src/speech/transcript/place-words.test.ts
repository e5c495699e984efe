import { expect, test } from 'vitest'
import { framesPerSecond } from '../activity/measure-levels.ts'
import { placeSegments, placeText, toTranscriptSegment, toVideo } from './place-words.ts'

/** Somebody speaks in these seconds. */
function active(seconds: number, ...spans: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from({ length: seconds * framesPerSecond }, (_, frame) => {
    const t = frame / framesPerSecond
    return spans.some(([from, until]) => t >= from - 1e-9 && t < until - 1e-9) ? 1 : 0
  })
}

test('times in a window become times of the film, piece by piece', () => {
  const pieces = [
    { startSeconds: 10, endSeconds: 15 },
    { startSeconds: 60, endSeconds: 70 },
  ]
  expect(toVideo(2, pieces, 'start')).toBe(12)
  expect(toVideo(5, pieces, 'end')).toBe(15)
  expect(toVideo(5, pieces, 'start')).toBe(60)
  expect(toVideo(8, pieces, 'end')).toBe(63)
  expect(toVideo(99, pieces, 'end')).toBe(70)
})

test('words of a window get the times of the film, and none lies in what was left out between two pieces', () => {
  const [segment] = placeSegments(
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

test('words share the time in which somebody speaks by their length', () => {
  const words = placeText('I understand you.', 10, 15, active(20, [10.4, 12], [13, 14.6]))
  const lengths = words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
  expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0)
  for (const [index, { startSeconds, endSeconds }] of words.entries()) {
    expect(endSeconds).toBeGreaterThan(startSeconds)
    expect(startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0)
  }
})

test('a text without times of its words is cut into words and signs', () => {
  const texts = (text: string) => placeText(text, 0, 2, active(2, [0, 2])).map(placed => placed.text)
  expect(texts('Good morning, all.')).toEqual(['Good', ' morning,', ' all.'])
  expect(texts('你好。世界')).toEqual(['你', '好。', '世', '界'])
})

test('a transcript has plain words and whole texts', () => {
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
