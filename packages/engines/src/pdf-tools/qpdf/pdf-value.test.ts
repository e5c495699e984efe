import { expect, test } from 'vitest'
import { pdfString, referencedNumber, referenceTo, sortBytes, textOf, writeValue } from './pdf-value.ts'

test('referencedNumber: only whole references', () => {
  expect(referencedNumber(referenceTo(12))).toBe(12)
  for (const value of ['u:12 0 R', '12 0 R ', '/12 0 R', 12, null, ['12 0 R']])
    expect(referencedNumber(value)).toBeUndefined()
})

test('textOf: reads what pdfString writes, and bytes as latin1', () => {
  expect(textOf(pdfString('Über 日本'))).toBe('Über 日本')
  expect(textOf('b:fc')).toBe('ü')
  expect(textOf('/Name')).toBe('')
})

test('writeValue: numbers without exponents', () => {
  expect(writeValue([1e-7, 0.5, -1e25, 'u:1e5'])).toBe('[0,0.5,-9007199254740991,"u:1e5"]')
})

test('sortBytes: text beyond ASCII follows it', () => {
  const keys = ['u:b', pdfString('ä'), 'u:a', 'b:01']
  const sorted = keys.toSorted((a, b) => Buffer.compare(sortBytes(a), sortBytes(b)))
  expect(sorted).toEqual(['b:01', 'u:a', 'u:b', pdfString('ä')])
})
