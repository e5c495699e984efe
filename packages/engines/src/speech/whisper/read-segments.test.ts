import { expect, test } from 'vitest'
import type { ModelFiles } from './model-files.ts'
import { readSegments } from './read-segments.ts'
import { createVocabulary } from './vocabulary.ts'

/** As the tables are written: Ġ is a space, and signs beyond ASCII stand for their bytes. */
const printed = ['ĠHello', ',', 'Ġwor', 'ld', '.', 'ĠðŁ', 'ĺĢ', 'ä½ł', 'å¥½', 'ãĢĤ', 'ä¸', 'ĸçķĮ']
const files = {
  tokens: { firstTimestamp: 100 },
  vocabulary: createVocabulary(Object.fromEntries(printed.map((text, token) => [text, token]))),
} as unknown as ModelFiles

const read = (tokens: readonly number[], endSeconds = 30) =>
  readSegments(
    files,
    tokens,
    tokens.map(() => -0.5),
    endSeconds,
  )
const words = (tokens: readonly number[]) =>
  read(tokens).flatMap(segment => segment.words.map(({ text }) => text))

test('times cut segments, and spaces cut words', () => {
  const segments = read([100, 0, 1, 2, 3, 4, 150, 150, 0, 4, 200])
  expect(segments.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
    [0, 1],
    [1, 2],
  ])
  expect(segments[0]?.words.map(({ text }) => text)).toEqual([' Hello,', ' world.'])
  expect(segments[1]?.tokens).toEqual({ from: 8, until: 10 })
})

test('a segment without an end ends with the sound, and none ends later', () => {
  expect(read([100, 0], 3)[0]?.endSeconds).toBe(3)
  expect(read([100, 0, 400], 3)[0]?.endSeconds).toBe(3)
})

test('signs of scripts without spaces are words, with the marks behind them', () => {
  expect(words([100, 7, 8, 9, 10, 11, 150])).toEqual(['你', '好。', '世界'])
})

test('a sign that is spread over two tokens is put together', () => {
  expect(words([100, 5, 6, 150])).toEqual([' 😀'])
})
