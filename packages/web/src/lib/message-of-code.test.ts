import { expect, test } from 'vitest'
import { messageOfCode } from './message-of-code.ts'

test('a code is told in words, with the provider’s name', () => {
  expect(messageOfCode('provider-failed', 'GitHub')).toBe(
    'Signing in with GitHub did not work. Please try again.',
  )
  expect(messageOfCode('provider-away', 'Vulcan Works')).toBe(
    'We cannot reach Vulcan Works at the moment. Please try again in a few minutes.',
  )
  expect(messageOfCode('sign-in-expired', undefined)).toBe(
    'This sign-in has taken too long. Please enter your password again.',
  )
})

test.each([
  ['something-else', 'Google'],
  ['constructor', 'Google'],
  ['provider-failed', undefined],
  ['too-many-attempts', 'Google'],
])('%s of %s is not put into words', (code, provider) => {
  expect(messageOfCode(code, provider)).toBeUndefined()
})
