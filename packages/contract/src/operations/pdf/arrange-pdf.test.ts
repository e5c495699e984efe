import { expect, test } from 'vitest'
import { arrangePdf } from './arrange-pdf.ts'

const refusalOf = (fields: object) => arrangePdf.parse(fields).refusal('free')?.message

test('arrange-pdf: takes the usual numbers of pages', () => {
  expect(refusalOf({})).toBeUndefined()
  expect(refusalOf({ perSheet: '9' })).toBeUndefined()
  expect(refusalOf({ perSheet: 5 })).toBe('perSheet must be one of: 1, 2, 4, 6, 9, 16.')
})

test('arrange-pdf: a booklet has two pages on each side', () => {
  expect(refusalOf({ layout: 'booklet' })).toBeUndefined()
  expect(refusalOf({ layout: 'booklet', perSheet: 4 })).toContain('a booklet has two pages on each side.')
})
