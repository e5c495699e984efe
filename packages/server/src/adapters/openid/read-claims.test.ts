import { expect, test } from 'vitest'
import { fillIn, isComplete, readClaims } from './read-claims.ts'

test('truth may be written as text, and what cannot be meant confirms nothing', () => {
  expect(readClaims({ email_verified: 'true' }).email_verified).toBe(true)
  expect(readClaims({ email_verified: 'false' }).email_verified).toBe(false)
  for (const odd of [1, 'yes', null, {}])
    expect(readClaims({ email_verified: odd }).email_verified).toBe(false)
  expect(readClaims({}).email_verified).toBeUndefined()
})

test('an address that is none is left out', () => {
  expect(readClaims({ email: 'ada', name: 7 })).toEqual({})
})

test('more is asked for until address, its confirmation and a name are known', () => {
  expect(isComplete(readClaims({ email: 'a@b.example', email_verified: false, name: 'Ada' }))).toBe(true)
  expect(isComplete(readClaims({ email: 'a@b.example', email_verified: true }))).toBe(false)
  expect(isComplete(readClaims({ email: 'a@b.example', preferred_username: 'ada' }))).toBe(false)
})

test('what was signed counts, and the confirmation of another address does not', () => {
  const told = readClaims({ email: 'b@b.example', email_verified: true, name: 'Told' })
  expect(fillIn(readClaims({}), told)).toMatchObject({
    email: 'b@b.example',
    email_verified: true,
    name: 'Told',
  })
  expect(fillIn(readClaims({ email: 'a@b.example', name: 'Signed' }), told)).toMatchObject({
    email: 'a@b.example',
    email_verified: undefined,
    name: 'Signed',
  })
  expect(fillIn(readClaims({ email_verified: false }), told).email_verified).toBe(false)
})
