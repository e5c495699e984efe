import { expect, test } from 'vitest'
import { isUnreachableAddress, shownAddress, unreachableAddress } from './unreachable-address.ts'

test('unreachableAddress: is recognized and not shown; other addresses are', () => {
  const address = unreachableAddress('2bfd8ae7')
  expect(address).toMatch(/@proxy\.invalid$/)
  expect(isUnreachableAddress(address)).toBe(true)
  expect(shownAddress(address)).toBe('No email address')
  expect(isUnreachableAddress('ada@example.org')).toBe(false)
  expect(shownAddress('ada@example.org')).toBe('ada@example.org')
})
