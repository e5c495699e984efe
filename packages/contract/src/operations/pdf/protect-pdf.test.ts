import { expect, test } from 'vitest'
import { protectPdf } from './protect-pdf.ts'

const refusalOf = (fields: object) => protectPdf.parse(fields).refusal('free')?.code

test('protect-pdf: needs a password or a limited permission', () => {
  expect(refusalOf({})).toBe('invalid-request')
  expect(refusalOf({ password: '' })).toBe('invalid-request')
  expect(refusalOf({ password: 'secret' })).toBeUndefined()
  expect(refusalOf({ print: false })).toBeUndefined()
})

test('protect-pdf: refuses passwords that programs cannot enter or that AES-256 would cut', () => {
  expect(refusalOf({ password: 'a\tb' })).toBe('password-with-control-characters')
  expect(refusalOf({ password: '密'.repeat(42) })).toBeUndefined()
  expect(refusalOf({ password: '密'.repeat(43) })).toBe('password-too-long')
})

test('protect-pdf: further lines open files', () => {
  expect(refusalOf({ password: 'new\nold\tone' })).toBeUndefined()
  expect(refusalOf({ password: '\nold' })).toBe('invalid-request')
  expect(() => protectPdf.parse({ password: `new\n${'a'.repeat(128)}` })).toThrow('at most 127 characters')
})

test('protect-pdf: the password is never among the options', () => {
  const { options, password } = protectPdf.parse({ password: 'secret' })
  expect(JSON.stringify(options)).not.toContain('secret')
  expect(password).toBe('secret')
})
