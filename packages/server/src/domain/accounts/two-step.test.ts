import { expect, test } from 'vitest'
import { findTimeStep, makeTotpSecret, otpauthUrl, timeStepAt, toBase32, totpCode } from './two-step.ts'

/** The secret of RFC 6238, appendix B; its codes have eight digits, of which we use the last six. */
const secret = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('totpCode: at %i seconds the code is %s (RFC 6238 test vectors)', (seconds, code) => {
  expect(totpCode(secret, timeStepAt(new Date(seconds * 1000)))).toBe(code)
})

test('findTimeStep: accepts a code one step before and after its time only', () => {
  const now = new Date(1_111_111_111_000)
  const step = timeStepAt(now)
  expect([-2, -1, 0, 1, 2].map(away => findTimeStep(secret, totpCode(secret, step + away), now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('findTimeStep: rejects %j', text => {
  expect(findTimeStep(secret, text, new Date())).toBeUndefined()
})

test('makeTotpSecret: secrets are random and base32', () => {
  const secrets = Array.from({ length: 50 }, makeTotpSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

test('otpauthUrl: encodes issuer and username', () => {
  const url = new URL(otpauthUrl('ABC', 'Filesmith', 'äh & co'))
  expect(decodeURIComponent(url.pathname)).toBe('/Filesmith:äh & co')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'ABC',
    issuer: 'Filesmith',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
