import { expect, test } from 'vitest'
import { findFormat, findOperation } from './find-operation.ts'

test.each([
  ['heic', 'jpg', [], 'convert-image'],
  ['jpg', 'png', ['width'], 'resize-image'],
  ['jpg', 'png', ['brightness'], 'edit-image'],
  ['mp4', 'webm', [], 'convert-video'],
  ['mp4', 'gif', [], 'create-gif'],
  ['gif', 'mp4', [], 'convert-video'],
  ['mov', 'mp3', [], 'convert-audio'],
  ['pdf', 'docx', [], 'convert-pdf'],
  ['pdf', 'rtf', [], 'convert-document'],
  ['odt', 'pdf', [], 'convert-document'],
  ['png', 'txt', [], 'extract-text'],
  ['mp4', 'txt', [], 'extract-video-text'],
  ['png', 'docx', [], undefined],
] as const)('findOperation: %s to %s with flags %j is %s', (from, to, flags, operation) => {
  expect(findOperation(from, to, flags)).toBe(operation)
})

test.each([
  ['JPEG', 'jpg'],
  ['.tif', 'tiff'],
  ['tar.gz', 'tar'],
  ['htm', 'html'],
  ['exe', undefined],
  ['other', undefined],
  ['toString', undefined],
])('findFormat: %s is %s', (name, format) => {
  expect(findFormat(name)).toBe(format)
})
