import { expect, test } from 'vitest'
import { joinWindows } from './join-windows.ts'
import type { PlacedSegment } from './place-words.ts'

/** Words one half second after the other. */
function said(text: string, startSeconds: number): PlacedSegment {
  return {
    words: text.split(' ').map((word, index) => ({
      text: ` ${word}`,
      startSeconds: startSeconds + index / 2,
      endSeconds: startSeconds + (index + 1) / 2,
    })),
  }
}

const textOf = (segments: readonly PlacedSegment[]) =>
  segments
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join('')
    .trim()

test('words that both heard stand once', () => {
  const joined = joinWindows(
    [said('the quick brown fox jumps over the', 20)],
    [said('fox jumps over the lazy dog', 21.5)],
    21.5,
    23.5,
  )
  expect(textOf(joined)).toBe('the quick brown fox jumps over the lazy dog')
})

test('a word cut in half at either end is taken from the one that heard it whole', () => {
  const joined = joinWindows(
    [said('we were talking about the weath', 20)],
    [said('king about the weather and the sea', 21)],
    21,
    23,
  )
  expect(textOf(joined)).toBe('we were talking about the weather and the sea')
})

test('marks and capitals make no difference', () => {
  const joined = joinWindows(
    [said('so it goes. And then', 20)],
    [said('goes, and then it stops', 21)],
    21,
    22.5,
  )
  expect(textOf(joined)).toBe('so it goes. And then it stops')
})

test('where nothing agrees, time decides', () => {
  const joined = joinWindows([said('a b c d', 20)], [said('x y z', 21)], 21, 22)
  expect(textOf(joined)).toBe('a b c y z')
})

test('time never runs backwards over the seam', () => {
  const words = joinWindows(
    [said('one two three four', 20)],
    [said('three four five', 20.9)],
    20.9,
    22,
  ).flatMap(segment => segment.words)
  for (const [index, { startSeconds }] of words.entries())
    expect(startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0)
  expect(words.map(({ text }) => text.trim())).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('silence on one side loses nothing of the other', () => {
  expect(textOf(joinWindows([], [said('hello there', 20)], 19, 21))).toBe('hello there')
  expect(textOf(joinWindows([said('hello there', 20)], [], 21, 23))).toBe('hello there')
})
