import { expect, test } from 'vitest'
import { hashApiKey, isWholeApiKey, makeApiKey } from './make-api-key.ts'

test('API-35 a key carries its mark, is whole, and no two are alike', () => {
  const [one, other] = [makeApiKey(), makeApiKey()]
  expect(one.key).toMatch(/^fsk_[\w-]{49}$/)
  expect(one.key).not.toBe(other.key)
  expect(isWholeApiKey(one.key)).toBe(true)
  expect(one.key.startsWith(one.prefix)).toBe(true)
  expect(one.prefix).toHaveLength(12)
  expect(hashApiKey(one.key)).toBe(one.keyHash)
})

test('API-35 a key with one wrong character is noticed by its checksum, wherever it stands', () => {
  const { key } = makeApiKey()
  for (let index = 4; index < key.length; index++) {
    const wrong = key[index] === 'A' ? 'B' : 'A'
    expect(isWholeApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false)
  }
  expect(isWholeApiKey(key.slice(0, -1))).toBe(false)
  expect(isWholeApiKey(`${key} `)).toBe(false)
})
