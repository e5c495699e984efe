import { expect, test } from 'vitest'
import { messageForCode } from './use-redirect-failure.ts'

test('messageForCode: returns the message of a code with the name of the provider', () => {
  expect(messageForCode('provider-failed', 'GitHub')).toBe('Could not sign in with GitHub. Please try again.')
  expect(messageForCode('provider-away', 'Vulcan Works')).toBe(
    'Could not reach Vulcan Works. Please try again in a few minutes.',
  )
  expect(messageForCode('sign-in-expired', undefined)).toBe(
    'This sign-in has expired. Please enter your password again.',
  )
})

test.each([
  ['something-else', 'Google'],
  ['constructor', 'Google'],
  ['provider-failed', undefined],
  ['too-many-attempts', 'Google'],
])('messageForCode: is undefined for %s of %s', (code, provider) => {
  expect(messageForCode(code, provider)).toBeUndefined()
})
