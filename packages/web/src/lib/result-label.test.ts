import { expect, test } from 'vitest'
import { isPageArchive, resultLabel } from './result-label.ts'

const pages = { count: 4, format: 'jpg' }
const jpeg = (format: string) => (format === 'jpg' ? 'JPEG' : format.toUpperCase())

test('resultLabel: names the pages in an archive, and the format of other results', () => {
  expect(resultLabel({ convertedFormat: 'zip', pages }, jpeg)).toBe('4 JPEG pages')
  expect(resultLabel({ convertedFormat: 'zip', pages })).toBe('4 JPG pages')
  expect(resultLabel({ convertedFormat: 'zip' })).toBe('ZIP')
  expect(resultLabel({ convertedFormat: 'pdf', pages: { count: 4, format: 'pdf' } })).toBe('PDF')
})

test('isPageArchive: only an archive of pages is one', () => {
  expect(isPageArchive({ convertedFormat: 'zip', pages })).toBe(true)
  expect(isPageArchive({ convertedFormat: 'zip' })).toBe(false)
  expect(isPageArchive({ convertedFormat: 'tiff', pages })).toBe(false)
})
