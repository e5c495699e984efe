import { expect, test } from 'vitest'
import { createWhisperVocabulary } from './vocabulary.ts'

/** Byte-level BPE notation: Ġ is a space, and characters beyond ASCII represent bytes. */
const vocabulary = createWhisperVocabulary({ a: 0, b: 1, ab: 2, Ġ: 3, Ġab: 4, 'ä½ł': 5, ä: 6, '½': 7, ł: 8 })

test('Vocabulary.textOf: decodes tokens, also if a character spans several', () => {
  expect(vocabulary.textOf([2, 4, 0])).toBe('ab aba')
  expect(vocabulary.textOf([5])).toBe('你')
  expect(vocabulary.textOf([6, 7, 8])).toBe('你')
})

test('Vocabulary.tokensOf: encodes with the longest matching tokens', () => {
  expect(vocabulary.tokensOf('ab aba你')).toEqual([2, 4, 0, 5])
})
