import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'
import { createWhisperVocabulary } from './vocabulary.ts'

/** Byte-level BPE notation: Ġ is a space, and characters beyond ASCII represent bytes. */
const printed = ['ĠHello', ',', 'Ġwor', 'ld', '.', 'ĠðŁ', 'ĺĢ', 'ä½ł', 'å¥½', 'ãĢĤ', 'ä¸', 'ĸçķĮ', 'We']
const vocabulary = createWhisperVocabulary(Object.fromEntries(printed.map((text, token) => [text, token])))

const words = (tokens: readonly number[]) => splitWords(vocabulary, tokens).map(({ text }) => text)

test('splitWords: splits at spaces and reports token ranges', () => {
  expect(splitWords(vocabulary, [0, 1, 2, 3, 4])).toEqual([
    { text: ' Hello,', tokens: { from: 0, until: 2 } },
    { text: ' world.', tokens: { from: 2, until: 5 } },
  ])
})

test('splitWords: splits unspaced scripts into characters with their punctuation', () => {
  expect(words([7, 8, 9, 10, 11])).toEqual(['你', '好。', '世界'])
})

test('splitWords: joins a character that spans two tokens', () => {
  expect(splitWords(vocabulary, [5, 6])).toEqual([{ text: ' 😀', tokens: { from: 0, until: 2 } }])
})

test('splitWords: adds the space that the model omitted after a sentence', () => {
  expect(splitWords(vocabulary, [2, 3, 4, 12])).toEqual([
    { text: ' world.', tokens: { from: 0, until: 3 } },
    { text: ' We', tokens: { from: 3, until: 4 } },
  ])
})
