import { expect, test } from 'vitest'
import { countOomKills, type Exit, exitSignal, ranOutOfMemory } from './exit-cause.ts'

const exit: Exit = { code: 1, signal: null, stderr: '' }

test.each<[string, Partial<Exit>, boolean]>([
  ['its own limit', { hasHitMemoryLimit: true }, true],
  ['its error output', { stderr: 'std::bad_alloc' }, true],
  ['a kill by the kernel', { code: null, signal: 'SIGKILL', wasMemoryExhausted: true }, true],
  ['a kill by the kernel inside of bubblewrap', { code: 137, wasMemoryExhausted: true }, true],
  ['not a kill while memory sufficed', { code: 137, wasMemoryExhausted: false }, false],
  ['not an error while the kernel killed another program', { code: 1, wasMemoryExhausted: true }, false],
])('ranOutOfMemory: %s', (_, changes, expected) => {
  expect(ranOutOfMemory({ ...exit, ...changes })).toBe(expected)
})

test('countOomKills: reads the counter of the kernel', () => {
  expect(Number.isInteger(countOomKills())).toBe(true)
})

test.each([
  [134, 'SIGABRT'],
  [139, 'SIGSEGV'],
  [137, 'SIGKILL'],
  [1, null],
])('exitSignal: exit code %i is %s', (code, signal) => {
  expect(exitSignal({ code, signal: null, stderr: '' })).toBe(signal)
})
