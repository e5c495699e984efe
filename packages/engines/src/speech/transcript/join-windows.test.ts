import { expect, test } from 'vitest'
import { joinWindows } from '../whisper-transcriber.ts'
import type { TimestampedSegment } from './timestamp-words.ts'

/** One word every half second. */
function segmentOf(text: string, startSeconds: number): TimestampedSegment {
  return {
    words: text.split(' ').map((word, index) => ({
      text: ` ${word}`,
      startSeconds: startSeconds + index / 2,
      endSeconds: startSeconds + (index + 1) / 2,
    })),
  }
}

const textOf = (segments: readonly TimestampedSegment[]) =>
  segments
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join('')
    .trim()

test('joinWindows: removes words duplicated in the overlap', () => {
  const joined = joinWindows(
    [segmentOf('the quick brown fox jumps over the', 20)],
    [segmentOf('fox jumps over the lazy dog', 21.5)],
    21.5,
    23.5,
  )
  expect(textOf(joined)).toBe('the quick brown fox jumps over the lazy dog')
})

test('joinWindows: takes a word cut at a window edge from the window that contains it whole', () => {
  const joined = joinWindows(
    [segmentOf('we were talking about the weath', 20)],
    [segmentOf('king about the weather and the sea', 21)],
    21,
    23,
  )
  expect(textOf(joined)).toBe('we were talking about the weather and the sea')
})

test('joinWindows: ignores punctuation and case', () => {
  const joined = joinWindows(
    [segmentOf('so it goes. And then', 20)],
    [segmentOf('goes, and then it stops', 21)],
    21,
    22.5,
  )
  expect(textOf(joined)).toBe('so it goes. And then it stops')
})

test('joinWindows: splits by time if nothing matches', () => {
  const joined = joinWindows([segmentOf('a b c d', 20)], [segmentOf('x y z', 21)], 21, 22)
  expect(textOf(joined)).toBe('a b c y z')
})

test('joinWindows: keeps timestamps monotonic', () => {
  const words = joinWindows(
    [segmentOf('one two three four', 20)],
    [segmentOf('three four five', 20.9)],
    20.9,
    22,
  ).flatMap(segment => segment.words)
  for (const [index, { startSeconds }] of words.entries())
    expect(startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0)
  expect(words.map(({ text }) => text.trim())).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('joinWindows: keeps all words if one window is silent', () => {
  expect(textOf(joinWindows([], [segmentOf('hello there', 20)], 19, 21))).toBe('hello there')
  expect(textOf(joinWindows([segmentOf('hello there', 20)], [], 21, 23))).toBe('hello there')
})
