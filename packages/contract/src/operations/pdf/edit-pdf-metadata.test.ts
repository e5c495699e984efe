import { expect, test } from 'vitest'
import { editPdfMetadata } from './edit-pdf-metadata.ts'

test('edit-pdf-metadata: needs something to change', () => {
  expect(editPdfMetadata.parse({}).refusal('free')?.code).toBe('invalid-request')
  expect(editPdfMetadata.parse({ clear: 'true' }).refusal('free')).toBeUndefined()
  expect(editPdfMetadata.parse({ title: '' }).refusal('free')).toBeUndefined()
})

test('edit-pdf-metadata: takes dates with and without a time', () => {
  expect(() => editPdfMetadata.parse({ created: '2026-01-31' })).not.toThrow()
  expect(() => editPdfMetadata.parse({ created: '2026-01-31T12:00:00+02:00' })).not.toThrow()
  expect(() => editPdfMetadata.parse({ created: 'yesterday' })).toThrow('created must be a date')
})
