import { expect, test } from 'vitest'
import { textToBlocks } from './result-actions.tsx'

test('textToBlocks: splits at blank lines, keeps lines within paragraphs and the spaces of tables', () => {
  const text = '\nTitle\n\nfirst line\nsecond line  \n \n\n  Item     Price\n  Oak       1.00\n'
  expect(textToBlocks(text, [])).toEqual([
    { kind: 'paragraph', text: 'Title', isMonospaced: false, startsPage: false },
    { kind: 'paragraph', text: 'first line\nsecond line', isMonospaced: false, startsPage: false },
    { kind: 'paragraph', text: '  Item     Price\n  Oak       1.00', isMonospaced: true, startsPage: false },
  ])
})

test('textToBlocks: starts each page with the whole line of its first word', () => {
  const text = 'end of one\n[97%] two begins\n\nmore'
  const blocks = textToBlocks(text, [text.indexOf('two')])
  expect(blocks.map(({ text: words, startsPage }) => [words, startsPage])).toEqual([
    ['end of one', false],
    ['[97%] two begins', true],
    ['more', false],
  ])
})

test('textToBlocks: returns no paragraphs for blank text', () => {
  expect(textToBlocks(' \n\n ', [])).toEqual([])
})
