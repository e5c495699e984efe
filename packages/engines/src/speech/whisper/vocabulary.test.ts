import { expect, test } from 'vitest'
import { createVocabulary } from './vocabulary.ts'

/** As the tables are written: Ġ is a space, and signs beyond ASCII stand for their bytes. */
const vocabulary = createVocabulary({ a: 0, b: 1, ab: 2, Ġ: 3, Ġab: 4, 'ä½ł': 5, ä: 6, '½': 7, ł: 8 })

test('tokens become text, also where a sign is spread over several', () => {
  expect(vocabulary.textOf([2, 4, 0])).toBe('ab aba')
  expect(vocabulary.textOf([5])).toBe('你')
  expect(vocabulary.textOf([6, 7, 8])).toBe('你')
})

test('text becomes the longest pieces there are', () => {
  expect(vocabulary.tokensOf('ab aba你')).toEqual([2, 4, 0, 5])
})
