import { expect, test } from 'vitest'
import { fillIn, isComplete, readClaims } from './organization-identity.ts'

test('readClaims: accepts booleans as text; anything else is not verified', () => {
  expect(readClaims({ email_verified: 'true' }).email_verified).toBe(true)
  expect(readClaims({ email_verified: 'false' }).email_verified).toBe(false)
  for (const odd of [1, 'yes', null, {}])
    expect(readClaims({ email_verified: odd }).email_verified).toBe(false)
  expect(readClaims({}).email_verified).toBeUndefined()
})

test('readClaims: omits an invalid address', () => {
  expect(readClaims({ email: 'ada', name: 7 })).toEqual({})
})

test('isComplete: requires address, verification and a name', () => {
  expect(isComplete(readClaims({ email: 'a@b.example', email_verified: false, name: 'Ada' }))).toBe(true)
  expect(isComplete(readClaims({ email: 'a@b.example', email_verified: true }))).toBe(false)
  expect(isComplete(readClaims({ email: 'a@b.example', preferred_username: 'ada' }))).toBe(false)
})

test('fillIn: signed claims take precedence, and verification of another address is ignored', () => {
  const userInfo = readClaims({ email: 'b@b.example', email_verified: true, name: 'UserInfo' })
  expect(fillIn(readClaims({}), userInfo)).toMatchObject({
    email: 'b@b.example',
    email_verified: true,
    name: 'UserInfo',
  })
  expect(fillIn(readClaims({ email: 'a@b.example', name: 'Signed' }), userInfo)).toMatchObject({
    email: 'a@b.example',
    email_verified: undefined,
    name: 'Signed',
  })
  expect(fillIn(readClaims({ email_verified: false }), userInfo).email_verified).toBe(false)
})

test('readClaims: groups come from the configured claim, as a list or as one name', () => {
  const claims = { groups: ['staff'], 'https://id.example/roles': 'admins' }
  expect(readClaims(claims).groups).toBeUndefined()
  expect(readClaims(claims, 'groups').groups).toEqual(['staff'])
  expect(readClaims(claims, 'https://id.example/roles').groups).toEqual(['admins'])
  expect(readClaims({ groups: [{ name: 'admins' }] }, 'groups').groups).toBeUndefined()
  expect(readClaims({}, 'constructor').groups).toBeUndefined()
  expect(fillIn(readClaims({}, 'groups'), readClaims(claims, 'groups')).groups).toEqual(['staff'])
})
