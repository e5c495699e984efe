import { expect, test } from 'vitest'
import { stampPdf } from './stamp-pdf.ts'

const place = { x: 10, y: 10, width: 50 }

test('stamp-pdf: takes stamps as a list and as JSON', () => {
  const stamps = [{ ...place, text: 'Paid' }]
  const parsed = stampPdf.parse({ stamps: JSON.stringify(stamps) }).options
  expect(parsed).toEqual(stampPdf.parse({ stamps }).options)
  expect(parsed.stamps[0]).toMatchObject({ text: 'Paid', unit: 'points', opacity: 100, onPages: '' })
})

test.each([
  [[{ ...place }], 'Stamp 1: please give one of text, path and image.'],
  [[{ ...place, text: 'a', image: 1 }], 'please give one of text, path and image.'],
  [[{ ...place, path: 'M 0 0' }], 'a path needs pathWidth and pathHeight.'],
  [[{ ...place, path: 'url(x)', pathWidth: 1, pathHeight: 1 }], 'must be an SVG path'],
  ['[', 'Stamps must be a list in JSON.'],
  [[], 'Please add a stamp.'],
])('stamp-pdf: refuses %j', (stamps, message) => {
  expect(() => stampPdf.parse({ stamps })).toThrow(message)
})

test('stamp-pdf: names an image that is not among the files', () => {
  const { refuseFormats } = stampPdf.parse({ stamps: [{ ...place, image: 2 }] })
  expect(refuseFormats(['pdf', 'png'])?.message).toBe('There is no image 2 among the files.')
  expect(refuseFormats(['pdf', 'png', 'jpg'])).toBeUndefined()
  expect(refuseFormats(['png', 'png'])?.message).toBe('Please add a PDF file, too.')
})
