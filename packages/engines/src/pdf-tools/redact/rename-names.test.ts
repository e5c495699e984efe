import { expect, test } from 'vitest'
import { createRenaming } from './rename-names.ts'
import { createSearch } from './search-text.ts'

const searchOf = (...words: string[]) =>
  createSearch({ words, patterns: [], matchCase: false, wholeWords: false })

test('createRenaming: the same name everywhere, with the tag of a subset', () => {
  const renaming = createRenaming(searchOf('secret'))
  const font = renaming.rename('ABCDEF+Secret-Bold')
  expect(font).toMatch(/^ABCDEF\+Redacted\d+$/)
  expect([renaming.rename('ABCDEF+Secret-Bold'), renaming.rename('Other')]).toEqual([font, 'Other'])
  expect(renaming.rename('TopSecret')).not.toBe(font)
  expect(renaming.count).toBe(2)
})

test('createRenaming: names of PDF itself and of glyphs stay', () => {
  const renaming = createRenaming(searchOf('color', 'times', 'alpha', 'space'))
  for (const name of ['ColorSpace', 'Times-Roman', 'alpha', 'space']) expect(renaming.rename(name)).toBe(name)
})

test('createRenaming: new names do not hold the words', () => {
  const search = searchOf('redacted', 'r', 'x')
  const renamed = createRenaming(search).rename('redacted')
  expect(search(renamed)).toEqual([])
})
