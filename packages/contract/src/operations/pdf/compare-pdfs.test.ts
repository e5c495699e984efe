import { expect, test } from 'vitest'
import { comparePdfs } from './compare-pdfs.ts'

function refusalOf(fields: object, files: number): string | undefined {
  const requested = comparePdfs.parse(fields)
  return (requested.refusal('free') ?? requested.refuseFormats(Array.from({ length: files }, () => 'pdf')))
    ?.message
}

test('compare-pdfs: needs two files, or the pages of two documents', () => {
  expect(refusalOf({}, 2)).toBeUndefined()
  expect(refusalOf({}, 1)).toContain('the old and the new one')
  expect(refusalOf({}, 3)).toContain('the old and the new one')
  expect(refusalOf({ pages: '1:1-3; 1:4-6' }, 1)).toBeUndefined()
  expect(refusalOf({ pages: '1-3' }, 2)).toContain('two documents')
  expect(refusalOf({ pages: '1; 2; 3' }, 2)).toContain('two documents')
})

test('compare-pdfs: passwords of several files, one per line', () => {
  expect(comparePdfs.parse({ password: 'one\ntwo' }).password).toBe('one\ntwo')
  expect(() => comparePdfs.parse({ password: `one\n${'a'.repeat(128)}` })).toThrow('at most 127 characters')
  expect(refusalOf({ allPages: true, outputFormat: 'json' }, 2)).toContain('allPages')
})
