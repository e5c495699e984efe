import { expect, test } from 'vitest'
import { checkFiles } from './check-files.ts'

const rules = { maxBytes: 100, isMultiple: false, accept: '.pdf' }
const fileOf = (name: string, type: string, size = 10) => ({ name, type, size })
const check = (name: string, type: string, accept: string) =>
  checkFiles([fileOf(name, type)], { ...rules, accept })

test.each([
  ['report.pdf', 'application/pdf'],
  ['REPORT.PDF', ''],
  ['report.v2.pdf', 'application/octet-stream'],
  ['report', 'application/pdf'],
])('PDF-02 %s of type "%s" is taken where .pdf is asked for', (name, type) => {
  expect(check(name, type, '.pdf').isAccepted).toBe(true)
})

test.each([
  ['photo.png', 'image/png'],
  ['pdf', ''],
  ['report.pdf.exe', ''],
])('PDF-02 %s is refused in words where .pdf is asked for', (name, type) => {
  expect(check(name, type, '.pdf')).toEqual({
    isAccepted: false,
    reason: 'wrong-type',
    message: `"${name}" cannot be used here. Please choose a PDF file.`,
  })
})

test('PDF-02 exactly the limit is taken, one byte more is not', () => {
  expect(checkFiles([fileOf('a.pdf', '', 100)], rules).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.pdf', '', 101)], rules)).toMatchObject({ reason: 'too-large' })
})

test('a list of endings takes each of them, and the refusal names each format once', () => {
  const accept = '.docx, .html,.htm'
  for (const name of ['a.docx', 'a.html', 'a.htm']) expect(check(name, '', accept).isAccepted).toBe(true)
  expect(check('a.png', 'image/png', accept)).toMatchObject({
    message: '"a.png" cannot be used here. Please choose a DOCX or HTML file.',
  })
  expect(check('a.png', 'image/png', '.pdf,.docx,.txt')).toMatchObject({
    message: '"a.png" cannot be used here. Please choose a PDF, DOCX or TXT file.',
  })
})

test('a MIME filter goes by the type, then by the endings it was given beside it', () => {
  const images = { ...rules, accept: 'image/*', extensions: ['heic'] }
  expect(checkFiles([fileOf('a', 'image/png')], images).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.HEIC', '')], images).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.mp4', 'video/mp4')], images)).toMatchObject({
    message: '"a.mp4" cannot be used here. Please choose an image file.',
  })
})

test('where nothing is asked for, everything is taken', () => {
  expect(check('a.xyz', '', '').isAccepted).toBe(true)
})
