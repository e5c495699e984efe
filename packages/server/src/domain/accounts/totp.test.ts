import { expect, test } from 'vitest'
import { findTimeStep, makeTotpSecret, otpauthUrl, timeStepAt, toBase32, totpCode } from './totp.ts'

/** The secret of RFC 6238's appendix B; its codes have eight digits, of which ours are the last six. */
const secret = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s, as the standard says', (seconds, code) => {
  expect(totpCode(secret, timeStepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a code is good half a minute before and after its time, and no longer', () => {
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

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', text => {
  expect(findTimeStep(secret, text, new Date())).toBeUndefined()
})

test('secrets are long, random and in base 32', () => {
  const secrets = Array.from({ length: 50 }, makeTotpSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

test('an app is told who it is for, whatever the name', () => {
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
