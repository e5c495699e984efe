import { expect, test } from 'vitest'
import {
  findDoubtful,
  findPageAt,
  findPageStart,
  findUncertain,
  findWordAt,
  linkWords,
  moveWords,
} from './linked-words.ts'
import { recognitionOf } from './recognition.fixture.ts'
import { applyEdit, type TextEdit } from './text-edit.ts'

const text = 'Dear Sir, your letter'
const words = linkWords(recognitionOf([text]))
const after = (edit: TextEdit) => {
  const changed = applyEdit(text, edit)
  return moveWords(words, edit).map(({ start, end }) => changed.slice(start, end))
}
const replace = (part: string, inserted: string): TextEdit => {
  const start = text.indexOf(part)
  return { start, end: start + part.length, inserted }
}

test('OCR-08 moveWords: words before and after an edit stay linked', () => {
  expect(after(replace('Sir,', 'Madam,'))).toEqual(['Dear', 'Madam,', 'your', 'letter'])
  expect(after({ start: 0, end: 0, inserted: 'My ' })).toEqual(['Dear', 'Sir,', 'your', 'letter'])
  expect(after({ start: 5, end: 5, inserted: 'old ' })).toEqual(['Dear', 'Sir,', 'your', 'letter'])
  expect(after({ start: text.length, end: text.length, inserted: '\nBye' })).toEqual([
    'Dear',
    'Sir,',
    'your',
    'letter',
  ])
})

test('OCR-08 moveWords: characters typed into or next to a word become part of it', () => {
  expect(after({ start: 6, end: 6, inserted: 'xx' })[1]).toBe('Sxxir,')
  expect(after({ start: 9, end: 9, inserted: '!' })[1]).toBe('Sir,!')
  expect(after({ start: 0, end: 0, inserted: 'En' })[0]).toBe('EnDear')
  expect(after({ start: 6, end: 7, inserted: ' ' })[1]).toBe('S r,')
})

test('OCR-08 moveWords: an edit across several words leaves each its own part', () => {
  expect(after(replace('ar Si', 'b'))).toEqual(['Deb', 'r,', 'your', 'letter'])
  expect(after(replace('ar Si', 'b c'))).toEqual(['Deb', 'cr,', 'your', 'letter'])
  expect(after(replace('Dear Sir, your', 'Hello you'))).toEqual(['Hello', '', '', 'letter'])
})

test('OCR-08 moveWords: a word that is deleted and typed again is linked again', () => {
  const deleted = replace('Sir,', '')
  const typed = { start: deleted.start, end: deleted.start, inserted: 'You' }
  const [, word] = moveWords(moveWords(words, deleted), typed)
  expect(applyEdit(applyEdit(text, deleted), typed).slice(word?.start, word?.end)).toBe('You')
})

test('moveWords: keeps the order of words for any edit', () => {
  for (let start = 0; start <= text.length; start += 1)
    for (let end = start; end <= text.length; end += 1)
      for (const inserted of ['', 'x', ' ', 'a b', ' a', 'a ']) {
        const moved = moveWords(words, { start, end, inserted })
        const offsets = moved.flatMap(linked => [linked.start, linked.end])
        expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
        expect(offsets.at(-1)).toBeLessThanOrEqual(text.length + inserted.length - (end - start))
      }
})

test('findWordAt and findPageAt: return the word and page at an offset', () => {
  const several = linkWords(recognitionOf(['one two', 'three']))
  expect(findWordAt(several, 0)).toBe(0)
  expect(findWordAt(several, 3)).toBe(0)
  expect(findWordAt(several, 4)).toBe(1)
  expect(findWordAt(several, 8)).toBeUndefined()
  expect([0, 8, 9, 99].map(offset => findPageAt(several, offset))).toEqual([1, 1, 2, 2])
  expect([1, 2, 3].map(page => findPageStart(several, page))).toEqual([0, 9, undefined])
  expect(findWordAt([], 0)).toBeUndefined()
  expect(findPageAt([], 0)).toBeUndefined()
})

test('findDoubtful: returns words of low confidence until they are edited', () => {
  const read = '?Dear Sir, your ?letter'
  const linked = linkWords(recognitionOf([read]))
  const uncertain = findUncertain(linked)
  expect(uncertain).toEqual([0, 3])
  expect(findDoubtful(linked, uncertain, read).map(({ word }) => word.text)).toEqual(['?Dear', '?letter'])
  const edit = { start: 0, end: 1, inserted: '' }
  const doubtful = findDoubtful(moveWords(linked, edit), uncertain, applyEdit(read, edit))
  expect(doubtful.map(({ word }) => word.text)).toEqual(['?letter'])
})
