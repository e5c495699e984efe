import { expect, test } from 'vitest'
import { redactPdf } from './redact-pdf.ts'

test('redact: lists in a form are JSON or lines', () => {
  const fields = {
    words: 'Jane Doe\n\n Secret ',
    patterns: '["email","iban"]',
    areas: '[{"page":"1","x":10,"y":20.5,"width":30,"height":5}]',
    wholeWords: 'true',
  }
  expect(redactPdf.parse(fields).options).toMatchObject({
    words: ['Jane Doe', 'Secret'],
    patterns: ['email', 'iban'],
    areas: [{ page: 1, x: 10, y: 20.5, width: 30, height: 5, unit: 'points' }],
    wholeWords: true,
    color: '#000000',
  })
})

test('redact: a word may have brackets', () => {
  expect(redactPdf.parse({ words: '[draft]' }).options).toMatchObject({ words: ['[draft]'] })
})

test.each([
  [{ patterns: ['ssn'] }, 'Patterns must be a list of: email, phone, iban, card.'],
  [{ areas: 'everything' }, 'Invalid input'],
  [
    { areas: [{ page: 1, x: 1, y: 1, width: 1, height: 1, unit: 'inches' }] },
    'Unit must be one of: points, percent.',
  ],
  [{ words: ['x'], color: 'red' }, 'Color must be like #000000.'],
])('redact: %j is refused', (fields, message) => {
  expect(() => redactPdf.parse(fields)).toThrow(message)
})

test('redact: nothing to redact is refused', () => {
  expect(redactPdf.parse({}).refusal('free')?.message).toBe('Please give areas, words or patterns to redact.')
  for (const option of ['removeHiddenLayers', 'removeComments', 'removeFieldValues'])
    expect(redactPdf.parse({ [option]: 'true' }).refusal('free')).toBeUndefined()
})
