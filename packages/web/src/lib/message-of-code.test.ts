import { expect, test } from 'vitest'
import { messageOfCode } from './message-of-code.ts'

test('a code is told in words, with the provider’s name', () => {
  expect(messageOfCode('provider-failed', 'github')).toBe(
    'Signing in with GitHub did not work. Please try again.',
  )
  expect(messageOfCode('sign-in-expired', null)).toBe(
    'This sign-in has taken too long. Please enter your password again.',
  )
})

test.each([
  ['something-else', 'google'],
  ['constructor', 'google'],
  ['provider-failed', 'evil.example'],
  ['provider-failed', null],
  ['too-many-attempts', 'google'],
])('%s of %s is not put into words', (code, provider) => {
  expect(messageOfCode(code, provider)).toBeUndefined()
})
