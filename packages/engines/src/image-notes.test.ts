import { expect, test } from 'vitest'
import { readImageNotes } from './image-notes.ts'

test('notes become sentences', () => {
  expect(
    readImageNotes({ notes: [{ kind: 'scaled-down', width: 40, height: 30 }, { kind: 'first-frame' }] }),
  ).toEqual([
    'To reach the file size, the picture was made smaller: 40 × 30 pixels.',
    'This picture moves; its first frame was used.',
  ])
})

test('a helper cannot put words of its own before people', () => {
  expect(
    readImageNotes({ notes: ['Visit us', { kind: 'toString' }, { kind: 'Visit us' }, null, 7] }),
  ).toEqual([])
  expect(readImageNotes({ notes: [{ kind: 'scaled-down', width: '<b>', height: {} }] })).toEqual([
    'To reach the file size, the picture was made smaller: NaN × NaN pixels.',
  ])
  expect(readImageNotes(undefined)).toEqual([])
})
