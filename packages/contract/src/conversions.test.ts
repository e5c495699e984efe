import { expect, test } from 'vitest'
import { operationsFor, outputsFrom } from './conversions.ts'

test.each([
  ['heic', 'jpg', 'convert-image'],
  ['mp4', 'webm', 'convert-video'],
  ['mov', 'mp3', 'convert-audio'],
  ['pdf', 'docx', 'convert-pdf'],
  ['odt', 'pdf', 'convert-document'],
  ['png', 'docx', undefined],
] as const)('operationsFor: %s to %s is %s', (from, to, operation) => {
  expect(operationsFor(from, to)[0]).toBe(operation)
})

test('outputsFrom: never contains the format itself', () => {
  expect(outputsFrom('png')).toContain('webp')
  expect(outputsFrom('png')).not.toContain('png')
})

test('outputsFrom: is empty for a format that only text recognition writes', () => {
  expect(outputsFrom('hocr')).toEqual([])
})
