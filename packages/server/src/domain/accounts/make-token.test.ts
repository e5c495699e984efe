import { expect, test } from 'vitest'
import { hashToken, makeToken } from './make-token.ts'

test('makeToken: has 32 random bytes in URL-safe characters', () => {
  const tokens = Array.from({ length: 100 }, () => makeToken().token)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(100)
})

test('makeToken: stores the SHA-256 hash of the token', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const { token, tokenHash } = makeToken()
  expect(hashToken(token)).toBe(tokenHash)
})
