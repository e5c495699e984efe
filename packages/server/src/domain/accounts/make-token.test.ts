import { expect, test } from 'vitest'
import { hashToken, makeToken } from './make-token.ts'

test('a token holds 32 random bytes in letters that need no escaping in an address', () => {
  const tokens = Array.from({ length: 100 }, () => makeToken().token)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(100)
})

test('what is kept is the SHA-256 of what was handed out', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const { token, tokenHash } = makeToken()
  expect(hashToken(token)).toBe(tokenHash)
})
