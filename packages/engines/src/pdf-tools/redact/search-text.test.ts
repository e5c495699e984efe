import { expect, test } from 'vitest'
import { comparable, createSearch, type SearchOptions } from './search-text.ts'

function found(text: string, options: Partial<SearchOptions>): string[] {
  const search = createSearch({ words: [], patterns: [], matchCase: false, wholeWords: false, ...options })
  const content = comparable(text)
  return search(content).map(({ start, end }) => content.slice(start, end))
}

test.each([
  ['Secret', 'a SECRET b', ['SECRET']],
  ['secret', 'sec-\nret', ['sec-\nret']],
  ['office', 'o\ufb03ce', ['office']],
  ['Jane Doe', 'Jane\n  Doe, JaneDoe', ['Jane\n  Doe', 'JaneDoe']],
  ["O'Neil", 'O\u2019Neil', ["O'Neil"]],
  ['a.b (c)', 'a.b (c) axb', ['a.b (c)']],
  ['Jean-Luc', 'Jean\u2010Luc, Jean-\nLuc', ['Jean-Luc', 'Jean-\nLuc']],
  ['機密', '機\n密', ['機\n密']],
  ['straße', 'STRASSE Straße', ['Straße']],
])('search: the word %j in %j', (word, text, matches) => {
  expect(found(text, { words: [word] })).toEqual(matches)
})

test('search: whole words end at everything that is not a letter or a digit', () => {
  expect(found('art Party art, (art) Kunst-art 3art', { words: ['art'], wholeWords: true })).toHaveLength(4)
  expect(found('Äart artä', { words: ['art'], wholeWords: true })).toEqual([])
})

test.each([
  ['email', 'to a.b+c@mail.example.co.uk, now', ['a.b+c@mail.example.co.uk']],
  ['email', 'a@b and @c.de', []],
  ['phone', 'Tel. +49 (0)30 901820-11', ['+49 (0)30 901820-11']],
  ['phone', 'call 030/123 45 67 or (555) 123-4567', ['030/123 45 67', '(555) 123-4567']],
  ['phone', 'on 2024-11-17 at 01.02.2024, 3.14159265, 1 000 000', []],
  ['iban', 'GB82 WEST 1234 5698 7654 32 please', ['GB82 WEST 1234 5698 7654 32']],
  ['iban', 'GB82 WEST 1234 5698 7654 33', []],
  ['card', '5500-0000-0000-0004', ['5500-0000-0000-0004']],
  ['card', '0000 0000 0000 0000 and 1234567812345678', []],
] as const)('search: the pattern %s in %j', (pattern, text, matches) => {
  expect(found(text, { patterns: [pattern] })).toEqual(matches)
})
