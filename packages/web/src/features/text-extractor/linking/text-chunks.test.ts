import { expect, test } from 'vitest'
import { cutText, editChunks, findChunk, startsOf } from './text-chunks.ts'
import { applyEdit } from './text-edit.ts'

const line = `${'word '.repeat(150)}\n`
const text = `${line.repeat(12)}the end`
const chunks = cutText(text)

test('the pieces are the text, and each ends with its line', () => {
  expect(chunks.length).toBeGreaterThan(3)
  expect(chunks.join('')).toBe(text)
  for (const chunk of chunks.slice(0, -1)) expect(chunk.endsWith('\n')).toBe(true)
  expect(cutText('')).toEqual([])
})

test.each([
  ['a letter', { start: 100, end: 100, inserted: 'x' }],
  ['a line break', { start: 100, end: 100, inserted: '\n' }],
  [
    'at the edge of two pieces',
    { start: chunks[0]?.length ?? 0, end: chunks[0]?.length ?? 0, inserted: 'x' },
  ],
  [
    'the line break between two pieces',
    { start: (chunks[0]?.length ?? 0) - 1, end: chunks[0]?.length ?? 0, inserted: '' },
  ],
  ['over several pieces', { start: 50, end: 7000, inserted: 'short' }],
  ['a whole chapter', { start: 100, end: 100, inserted: line.repeat(9) }],
  ['everything', { start: 0, end: text.length, inserted: '' }],
  ['the end', { start: text.length, end: text.length, inserted: '\n\nmore' }],
])('after a change the pieces are the changed text: %s', (_what, edit) => {
  const changed = editChunks(chunks, edit)
  expect(changed.join('')).toBe(applyEdit(text, edit))
  for (const chunk of changed.slice(0, -1)) expect(chunk.endsWith('\n')).toBe(true)
})

test('typing into an empty text, and into one piece of many, which leaves the others as they are', () => {
  expect(editChunks([], { start: 0, end: 0, inserted: 'a' })).toEqual(['a'])
  const changed = editChunks(chunks, { start: 3000, end: 3000, inserted: 'x' })
  expect(changed.filter((chunk, index) => chunk !== chunks[index])).toHaveLength(1)
})

test('a place between two pieces belongs to the later one', () => {
  const starts = startsOf(chunks)
  const first = chunks[0]?.length ?? 0
  expect(findChunk(starts, first - 1)).toEqual({ index: 0, offset: first - 1 })
  expect(findChunk(starts, first)).toEqual({ index: 1, offset: 0 })
  expect(findChunk(starts, text.length).index).toBe(chunks.length - 1)
  expect(findChunk([], 0)).toEqual({ index: 0, offset: 0 })
})
