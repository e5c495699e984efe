import { expect, test } from 'vitest'
import { convertPdf } from './convert-pdf.ts'

test('convert-pdf: takes a resolution for images only', () => {
  const refusalOf = (outputFormat: string) =>
    convertPdf.parse({ outputFormat, dpi: '150' }).refusal('free')?.code
  expect(refusalOf('png')).toBeUndefined()
  expect(refusalOf('jpeg')).toBeUndefined()
  expect(refusalOf('docx')).toBe('option-without-effect')
})

test('convert-pdf: without a resolution nothing changes', () => {
  expect(convertPdf.parse({ outputFormat: 'png' }).encoding).toEqual({ quality: 'high', images: 'beside' })
  expect(() => convertPdf.parse({ outputFormat: 'png', dpi: 20 })).toThrow(
    'dpi must be a whole number from 36 to 600.',
  )
})
