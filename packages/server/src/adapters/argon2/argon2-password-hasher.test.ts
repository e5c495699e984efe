import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createArgon2PasswordHasher } from './argon2-password-hasher.ts'

const hasher = await createArgon2PasswordHasher()

test('argon2: hashes with Argon2id and verifies the password', async () => {
  const passwordHash = await hasher.hash('Ember+Anvil 27')
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify('Ember+Anvil 27', passwordHash)).toBe(true)
  expect(await hasher.verify('ember+anvil 27', passwordHash)).toBe(false)
  expect(await hasher.hash('Ember+Anvil 27')).not.toBe(passwordHash)
})

test('argon2: composed and decomposed accents verify alike', async () => {
  const passwordHash = await hasher.hash('caf\u00e9 noir 9')
  expect(await hasher.verify('cafe\u0301 noir 9', passwordHash)).toBe(true)
})

test('argon2: verification without an account fails', async () => {
  expect(await hasher.verify('Ember+Anvil 27', null)).toBe(false)
})

test('argon2: a hash with weaker parameters is outdated', async () => {
  expect(hasher.isOutdated(await hash('x', { memoryCost: 8192, timeCost: 1, parallelism: 1 }))).toBe(true)
  expect(hasher.isOutdated(await hasher.hash('x'))).toBe(false)
})
