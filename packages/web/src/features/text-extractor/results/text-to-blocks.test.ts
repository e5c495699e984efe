import { expect, test } from 'vitest'
import { textToBlocks } from './text-to-blocks.ts'

test('blank lines end paragraphs, lines inside them are kept, and tables keep their spaces', () => {
  const text = '\nTitle\n\nfirst line\nsecond line  \n \n\n  Item     Price\n  Oak       1.00\n'
  expect(textToBlocks(text, [])).toEqual([
    { kind: 'paragraph', text: 'Title', isMonospaced: false, startsPage: false },
    { kind: 'paragraph', text: 'first line\nsecond line', isMonospaced: false, startsPage: false },
    { kind: 'paragraph', text: '  Item     Price\n  Oak       1.00', isMonospaced: true, startsPage: false },
  ])
})

test('each page begins on a new one, with the whole line that its first word is in', () => {
  const text = 'end of one\n[97%] two begins\n\nmore'
  const blocks = textToBlocks(text, [text.indexOf('two')])
  expect(blocks.map(({ text: words, startsPage }) => [words, startsPage])).toEqual([
    ['end of one', false],
    ['[97%] two begins', true],
    ['more', false],
  ])
})

test('a text of nothing but blanks has no paragraphs', () => {
  expect(textToBlocks(' \n\n ', [])).toEqual([])
})
