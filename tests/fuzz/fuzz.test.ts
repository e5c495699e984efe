/** Each reader against a fixed number of broken inputs; `npm run fuzz` goes on for as long as one likes. */
import { expect, test } from 'vitest'
import { createTarget, FuzzFinding } from './fuzz-target.ts'
import { createRandom } from './random.ts'
import { fuzzTargets } from './targets.ts'

const inputsEach = 1000
const seed = 20261116

test.each(Object.keys(fuzzTargets))(`${inputsEach} broken inputs: %s`, { timeout: 60_000 }, name => {
  const random = createRandom(seed)
  for (let count = 0; count < inputsEach; count += 1) fuzzTargets[name]?.runOnce(random)
})

test('a reader that breaks is found, and the same seed finds it again', () => {
  const broken = createTarget({
    make: random => random.bytes(8),
    read: bytes => bytes.readUInt32BE((bytes[0] ?? 0) > 250 ? 6 : 0),
  })
  const findAt = () => {
    const random = createRandom(7)
    for (let count = 0; count < 5000; count += 1) {
      try {
        broken.runOnce(random)
      } catch (error) {
        expect(error).toBeInstanceOf(FuzzFinding)
        return count
      }
    }
    return -1
  }
  const first = findAt()
  expect(first).toBeGreaterThanOrEqual(0)
  expect(findAt()).toBe(first)
})

test('a broken promise is a finding as well', () => {
  const target = createTarget({
    make: random => random.below(9),
    read: n => n + 1,
    promise: () => 'never holds',
  })
  expect(() => target.runOnce(createRandom(1))).toThrow('never holds')
})
