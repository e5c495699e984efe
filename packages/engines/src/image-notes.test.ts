import { expect, test } from 'vitest'
import { readImageNotes } from './image-notes.ts'

test('readImageNotes: maps notes to sentences', () => {
  expect(
    readImageNotes({ notes: [{ kind: 'scaled-down', width: 40, height: 30 }, { kind: 'first-frame' }] }),
  ).toEqual([
    'To meet the file size, the image was scaled down to 40 × 30 pixels.',
    'This image is animated; its first frame was used.',
  ])
})

test('readImageNotes: ignores text from a compromised helper (content injection)', () => {
  expect(
    readImageNotes({ notes: ['Visit us', { kind: 'toString' }, { kind: 'Visit us' }, null, 7] }),
  ).toEqual([])
  expect(readImageNotes({ notes: [{ kind: 'scaled-down', width: '<b>', height: {} }] })).toEqual([])
  expect(readImageNotes(undefined)).toEqual([])
})
