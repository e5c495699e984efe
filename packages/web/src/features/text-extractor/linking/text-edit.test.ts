import { expect, test } from 'vitest'
import { applyEdit, findEdit, joinEdits } from './text-edit.ts'

test.each([
  ['abc', 'abXc', 3, { start: 2, end: 2, inserted: 'X' }],
  ['abc', 'ac', 1, { start: 1, end: 2, inserted: '' }],
  ['one two', 'one three', 9, { start: 5, end: 7, inserted: 'hree' }],
  // In a run of equal characters the caret decides which one is new.
  ['aaa', 'aaaa', 2, { start: 1, end: 1, inserted: 'a' }],
  ['aaa', 'aa', 0, { start: 0, end: 1, inserted: '' }],
  // After an undo the caret may be far from the change.
  ['one two', 'one 2 two', 9, { start: 4, end: 4, inserted: '2 ' }],
  ['', 'a', 1, { start: 0, end: 0, inserted: 'a' }],
])('findEdit: %j to %j with the caret at %i', (before, after, caret, edit) => {
  expect(findEdit(before, after, caret)).toEqual(edit)
})

test('findEdit: the edit always turns the old text into the new one', () => {
  const texts = ['', 'a', 'aa', 'aba', 'abab', 'b a b', 'baab']
  for (const before of texts)
    for (const after of texts)
      for (let caret = 0; caret <= after.length; caret += 1) {
        const edit = findEdit(before, after, caret)
        expect(edit ? applyEdit(before, edit) : before).toBe(after)
      }
})

test('joinEdits: merges typing and corrections at one position, but not elsewhere', () => {
  const typed = { start: 3, end: 5, inserted: 'h' }
  const more = joinEdits(typed, { start: 4, end: 4, inserted: 'i' })
  expect(more).toEqual({ start: 3, end: 5, inserted: 'hi' })
  expect(joinEdits({ start: 3, end: 5, inserted: 'hi' }, { start: 4, end: 5, inserted: '' })).toEqual(typed)
  expect(joinEdits(typed, { start: 2, end: 2, inserted: 'x' })).toBeUndefined()
  expect(joinEdits(typed, { start: 2, end: 4, inserted: '' })).toBeUndefined()
  expect(joinEdits(typed, { start: 9, end: 9, inserted: 'x' })).toBeUndefined()
})

test('joinEdits: the merged edit equals both edits in sequence', () => {
  const text = '0123456789'
  const last = { start: 2, end: 4, inserted: 'abc' }
  for (let start = 2; start <= 5; start += 1)
    for (let end = start; end <= 5; end += 1) {
      const next = { start, end, inserted: 'XY' }
      const joined = joinEdits(last, next)
      expect(joined && applyEdit(text, joined)).toBe(applyEdit(applyEdit(text, last), next))
    }
})
