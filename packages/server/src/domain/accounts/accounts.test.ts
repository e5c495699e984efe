import { usernameSchema } from '@filesmith/contract/account-rules'
import { expect, test } from 'vitest'
import { makeUsername } from './accounts.ts'

const nothingTaken = async () => false

test.each([
  ['Ada Lovelace', 'Ada.Lovelace'],
  ['octo-cat', 'octo-cat'],
  ['  Zoë  ', 'Zoë'],
  ['<b>x</b>', 'bxb'],
])('makeUsername: %j becomes %j', async (name, username) => {
  expect(await makeUsername(name, nothingTaken)).toBe(username)
})

test.each([
  '',
  '!!',
  'å',
  '...',
  'a very long name that a user has chosen at the provider for their profile',
])('makeUsername: %j becomes a valid username', async name => {
  expect(usernameSchema.safeParse(await makeUsername(name, nothingTaken)).success).toBe(true)
})

test('makeUsername: appends a number to a taken name', async () => {
  expect(await makeUsername('ada', async name => name === 'ada')).toMatch(/^ada\d+$/)
})
