/** Runs every parser against a fixed number of mutated inputs; `npm run fuzz` runs for longer. */
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough.ts'
import { createTarget, FuzzFinding } from './fuzz-target.ts'
import { createRandom } from './random.ts'
import { fuzzTargets } from './targets.ts'

/** `npm run fuzz` runs millions. */
const inputsEach = isThorough ? 1000 : 300
const seed = 20261116

test.each(Object.keys(fuzzTargets))(`fuzz: ${inputsEach} mutated inputs, %s`, { timeout: 60_000 }, name => {
  const random = createRandom(seed)
  for (let count = 0; count < inputsEach; count += 1) fuzzTargets[name]?.runOnce(random)
})

test('createTarget: reports a crashing parser, reproducibly for the same seed', () => {
  const broken = createTarget({
    make: random => random.bytes(8),
    read: bytes => bytes.readUInt32BE((bytes[0] ?? 0) > 250 ? 6 : 0),
  })
  const findIndex = () => {
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
  const first = findIndex()
  expect(first).toBeGreaterThanOrEqual(0)
  expect(findIndex()).toBe(first)
})

test('createTarget: reports a violated invariant', () => {
  const target = createTarget({
    make: random => random.below(9),
    read: n => n + 1,
    invariant: () => 'never holds',
  })
  expect(() => target.runOnce(createRandom(1))).toThrow('never holds')
})
