import { expect, test } from 'vitest'
import type { TaskOutcome } from '../report/reporter.ts'
import { exitCodeOf } from './exit-code-of.ts'

const done: TaskOutcome = { status: 'done', result: 'a', sizeBytes: 1, notes: [] }
const skipped: TaskOutcome = { status: 'skipped', result: 'a' }
const failed = (code: string): TaskOutcome => ({ status: 'failed', code, message: '' })

test.each([
  [[done, done], 0],
  [[done, failed('file-damaged')], 1],
  [[failed('wrong-use'), failed('wrong-use')], 2],
  [[done, failed('wrong-use')], 1],
  [[done, failed('server-unreachable')], 3],
  [[skipped, failed('api-key-refused')], 3],
  [[done, skipped], 4],
  [[skipped, failed('file-damaged')], 1],
])('exitCodeOf: %j is exit code %i', (outcomes, code) => {
  expect(exitCodeOf(outcomes)).toBe(code)
})
