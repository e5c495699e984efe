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
])('checkFiles: PDF-02 accepts %s of type "%s" for .pdf', (name, type) => {
  expect(check(name, type, '.pdf').isAccepted).toBe(true)
})

test.each([
  ['photo.png', 'image/png'],
  ['pdf', ''],
  ['report.pdf.exe', ''],
])('checkFiles: PDF-02 rejects %s for .pdf with a message', (name, type) => {
  expect(check(name, type, '.pdf')).toEqual({
    isAccepted: false,
    reason: 'wrong-type',
    message: `"${name}" cannot be used here. Please choose a PDF file.`,
  })
})

test('checkFiles: PDF-02 accepts exactly the limit, but not one byte more', () => {
  expect(checkFiles([fileOf('a.pdf', '', 100)], rules).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.pdf', '', 101)], rules)).toMatchObject({ reason: 'too-large' })
})

test('checkFiles: accepts each of several extensions, and the message names each format once', () => {
  const accept = '.docx, .html,.htm'
  for (const name of ['a.docx', 'a.html', 'a.htm']) expect(check(name, '', accept).isAccepted).toBe(true)
  expect(check('a.png', 'image/png', accept)).toMatchObject({
    message: '"a.png" cannot be used here. Please choose a DOCX or HTML file.',
  })
  expect(check('a.png', 'image/png', '.pdf,.docx,.txt')).toMatchObject({
    message: '"a.png" cannot be used here. Please choose a PDF, DOCX or TXT file.',
  })
})

test('checkFiles: a MIME filter checks the type, then the additional extensions', () => {
  const images = { ...rules, accept: 'image/*', extensions: ['heic'] }
  expect(checkFiles([fileOf('a', 'image/png')], images).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.HEIC', '')], images).isAccepted).toBe(true)
  expect(checkFiles([fileOf('a.mp4', 'video/mp4')], images)).toMatchObject({
    message: '"a.mp4" cannot be used here. Please choose an image file.',
  })
})

test('checkFiles: accepts everything without a filter', () => {
  expect(check('a.xyz', '', '').isAccepted).toBe(true)
})
