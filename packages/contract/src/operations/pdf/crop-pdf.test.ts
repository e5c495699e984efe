import { expect, test } from 'vitest'
import { cropPdf } from './crop-pdf.ts'

const refusalOf = (fields: object) => cropPdf.parse(fields).refusal('free')?.message

test('crop-pdf: needs a margin or a size', () => {
  expect(refusalOf({})).toBe('Please give a margin to cut off.')
  expect(refusalOf({ left: 10 })).toBeUndefined()
  expect(refusalOf({ width: 100 })).toBeUndefined()
})

test('crop-pdf: refuses two lengths for one edge', () => {
  expect(refusalOf({ width: 100, right: 10 })).toBe(
    'Please give either width or right, and either height or bottom.',
  )
})
