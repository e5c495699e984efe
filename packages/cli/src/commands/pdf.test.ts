import { expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { pdfRequest } from './pdf.ts'

const requested = (name: string, options: Record<string, string> = {}) => {
  const request = pdfRequest(name, new Map(Object.entries(options)))
  return { operation: request.operation, options: Object.fromEntries(request.options) }
}

test('pdf: merge and split are organize-pdf', () => {
  expect(requested('merge')).toEqual({ operation: 'organize-pdf', options: {} })
  expect(requested('split', { pages: '10' })).toEqual({
    operation: 'organize-pdf',
    options: { split: 'pages', 'split-pages': '10' },
  })
  expect(requested('split', { 'split-megabytes': '5', pages: '1-9' }).options).toEqual({
    split: 'size',
    'split-megabytes': '5',
    pages: '1-9',
  })
  expect(requested('split', { split: 'bookmarks' }).options).toEqual({ split: 'bookmarks' })
  expect(requested('split', { pages: '1-3; 4' }).options).toEqual({ pages: '1-3; 4' })
})

test('pdf: split needs to know where', () => {
  expect(() => requested('split')).toThrow(UsageError)
  expect(() => requested('split', { pages: '1-3' })).toThrow('--split bookmarks')
})

test.each([
  ['organize', 'organize-pdf'],
  ['organize-pdf', 'organize-pdf'],
  ['from-images', 'images-to-pdf'],
])('pdf: %s is %s', (name, operation) => {
  expect(requested(name, { pages: '1-5, 8' })).toEqual({ operation, options: { pages: '1-5, 8' } })
})

test('pdf: lists the operations for a name that is none', () => {
  expect(() => requested('resize-image')).toThrow(/merge, split, organize, .*from-images/)
})
