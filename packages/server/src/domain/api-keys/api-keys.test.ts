import { expect, test } from 'vitest'
import { hashApiKey, hasValidChecksum, makeApiKey } from './api-keys.ts'

test('API-35 makeApiKey: keys have the prefix and a valid checksum, and are unique', () => {
  const [one, other] = [makeApiKey(), makeApiKey()]
  expect(one.key).toMatch(/^fsk_[\w-]{49}$/)
  expect(one.key).not.toBe(other.key)
  expect(hasValidChecksum(one.key)).toBe(true)
  expect(one.key.startsWith(one.prefix)).toBe(true)
  expect(one.prefix).toHaveLength(12)
  expect(hashApiKey(one.key)).toBe(one.keyHash)
})

test('API-35 hasValidChecksum: the checksum detects a wrong character at any position', () => {
  const { key } = makeApiKey()
  for (let index = 4; index < key.length; index++) {
    const wrong = key[index] === 'A' ? 'B' : 'A'
    expect(hasValidChecksum(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false)
  }
  expect(hasValidChecksum(key.slice(0, -1))).toBe(false)
  expect(hasValidChecksum(`${key} `)).toBe(false)
})
