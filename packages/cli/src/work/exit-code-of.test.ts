import { expect, test } from 'vitest'
import type { TaskEnd } from '../report/reporter.ts'
import { exitCodeOf } from './exit-code-of.ts'

const done: TaskEnd = { status: 'done', result: 'a', sizeBytes: 1, notes: [] }
const skipped: TaskEnd = { status: 'skipped', result: 'a' }
const failed = (code: string): TaskEnd => ({ status: 'failed', code, message: '' })

test.each([
  [[done, done], 0],
  [[done, failed('file-damaged')], 1],
  [[failed('wrong-use'), failed('wrong-use')], 2],
  [[done, failed('wrong-use')], 1],
  [[done, failed('server-unreachable')], 3],
  [[skipped, failed('api-key-refused')], 3],
  [[done, skipped], 4],
  [[skipped, failed('file-damaged')], 1],
])('%j is exit code %i', (ends, code) => {
  expect(exitCodeOf(ends)).toBe(code)
})
