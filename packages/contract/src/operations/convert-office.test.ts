import { expect, test } from 'vitest'
import { operationsFor } from '../conversions.ts'
import { formatFor, refuseFormat } from '../refuse-format.ts'
import { parseOptions } from './parse-options.ts'
import { operations } from './registry.ts'

test('an encrypted package is what its name says; documents still refuse spreadsheets by name', () => {
  const given = { fileName: 'budget.xlsx', format: 'docx' } as const
  expect(formatFor(given, operations['convert-spreadsheet'].inputs)).toBe('xlsx')
  expect(formatFor(given, operations['convert-document'].inputs)).toBe('docx')
  const workbook = { fileName: 'budget.xlsx', format: 'xlsx' } as const
  expect(refuseFormat(workbook, operations['convert-document'].inputs)?.code).toBe('unsupported-input')
})

test('a table in a text file and an Apple package are distinguished by their names', () => {
  expect(formatFor({ fileName: 'a.csv', format: 'txt' })).toBe('csv')
  expect(formatFor({ fileName: 'a.numbers', format: 'pages' })).toBe('numbers')
  expect(formatFor({ fileName: 'a.csv', format: 'txt' }, operations['convert-document'].inputs)).toBe('txt')
})

test('pairs: sheets become tables of text, tables of text become sheets', () => {
  expect(operationsFor('xlsx', 'csv')).toEqual(['convert-spreadsheet'])
  expect(operationsFor('csv', 'xlsx')).toEqual(['convert-spreadsheet'])
  expect(operationsFor('key', 'png')).toEqual(['convert-presentation'])
  const requested = parseOptions('convert-spreadsheet', { outputFormat: 'md' })
  expect(requested.refuseFormats(['csv'])?.code).toBe('pair-unavailable')
})

test('a password is refused where it would do nothing, and options of images without images', () => {
  const csv = parseOptions('convert-spreadsheet', { outputFormat: 'pdf', password: 'Ember' })
  expect(csv.refuseFormats(['csv'])?.code).toBe('option-without-effect')
  expect(csv.refuseFormats(['xlsx'])).toBeUndefined()
  const dpi = parseOptions('convert-presentation', { outputFormat: 'pdf', dpi: 100 })
  expect(dpi.refusal('pro')?.code).toBe('option-without-effect')
})
