import { expect, test } from 'vitest'
import { waitUntil } from '../support/wait-until.ts'

test('waitUntil: resolves with the first truthy value', async () => {
  const values = [undefined, 0, 'ready']
  expect(await waitUntil('a value', () => values.shift(), { intervalMs: 1 })).toBe('ready')
})

test('waitUntil: the timeout error names what it waited for', async () => {
  const waiting = waitUntil('the conversion to succeed', async () => false, { timeoutMs: 5, intervalMs: 1 })
  await expect(waiting).rejects.toThrow('timed out after 5 ms waiting for the conversion to succeed')
})

test('waitUntil: rejects at once when the condition throws', async () => {
  const failing = waitUntil('an answer', () => Promise.reject(new Error('connection refused')))
  await expect(failing).rejects.toThrow('connection refused')
})
