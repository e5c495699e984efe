import { expect, test } from 'vitest'
import { readImageReport } from './image-notes.ts'

test('readImageReport: maps notes to sentences', () => {
  expect(
    readImageReport({ notes: [{ kind: 'scaled-down', width: 40, height: 30 }, { kind: 'first-frame' }] }),
  ).toEqual({
    notes: [
      'To meet the file size, the image was scaled down to 40 × 30 pixels.',
      'This image is animated; its first frame was used.',
    ],
  })
})

test('readImageReport: an archive of pages is a ZIP file', () => {
  expect(readImageReport({ pages: 4, isArchive: true })).toEqual({ pages: 4, format: 'zip' })
  expect(readImageReport({ pages: 4 })).toEqual({ pages: 4 })
})

test('readImageReport: ignores text from a compromised helper (content injection)', () => {
  expect(
    readImageReport({ notes: ['Visit us', { kind: 'toString' }, { kind: 'Visit us' }, null, 7] }),
  ).toEqual({})
  expect(readImageReport({ notes: [{ kind: 'scaled-down', width: '<b>', height: {} }] })).toEqual({})
  expect(readImageReport({ pages: 'Visit us', isArchive: 'yes' })).toEqual({})
  expect(readImageReport(undefined)).toEqual({})
})

test('readImageReport: damage is a warning, other notes are not', () => {
  expect(readImageReport({ notes: [{ kind: 'first-page' }, { kind: 'damaged' }] })).toEqual({
    notes: ['This file has several pages; the first one was used.'],
    warnings: ['This image is damaged: parts of it could not be read.'],
  })
})
