import { usernameSchema } from '@filesmith/contract/account-rules'
import { expect, test } from 'vitest'
import { makeUsername } from './make-username.ts'

const nothingTaken = async () => false

test.each([
  ['Ada Lovelace', 'Ada.Lovelace'],
  ['octo-cat', 'octo-cat'],
  ['  Zoë  ', 'Zoë'],
  ['<b>x</b>', 'bxb'],
])('%j becomes %j', async (name, username) => {
  expect(await makeUsername(name, nothingTaken)).toBe(username)
})

test.each(['', '!!', 'å', '...', 'a very long name that somebody has given themselves over there'])(
  '%j becomes a name that follows the rules',
  async name => {
    expect(usernameSchema.safeParse(await makeUsername(name, nothingTaken)).success).toBe(true)
  },
)

test('a taken name gets a number', async () => {
  expect(await makeUsername('ada', async name => name === 'ada')).toMatch(/^ada\d+$/)
})
