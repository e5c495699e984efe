import { expect, test } from 'vitest'
import { readWords } from './read-words.ts'
import { createVocabulary } from './vocabulary.ts'

/** As the tables are written: Ġ is a space, and signs beyond ASCII stand for their bytes. */
const printed = ['ĠHello', ',', 'Ġwor', 'ld', '.', 'ĠðŁ', 'ĺĢ', 'ä½ł', 'å¥½', 'ãĢĤ', 'ä¸', 'ĸçķĮ']
const vocabulary = createVocabulary(Object.fromEntries(printed.map((text, token) => [text, token])))

const words = (tokens: readonly number[]) => readWords(vocabulary, tokens).map(({ text }) => text)

test('spaces cut words, and each knows its tokens', () => {
  expect(readWords(vocabulary, [0, 1, 2, 3, 4])).toEqual([
    { text: ' Hello,', tokens: { from: 0, until: 2 } },
    { text: ' world.', tokens: { from: 2, until: 5 } },
  ])
})

test('signs of scripts without spaces are words, with the marks behind them', () => {
  expect(words([7, 8, 9, 10, 11])).toEqual(['你', '好。', '世界'])
})

test('a sign that is spread over two tokens is put together', () => {
  expect(readWords(vocabulary, [5, 6])).toEqual([{ text: ' 😀', tokens: { from: 0, until: 2 } }])
})
