import { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileSpaceIsLeft } from '../runtime.ts'

let isFull = false
const run = <Result>(work: () => Promise<Result>) => whileSpaceIsLeft('/', work, async () => isFull)

beforeEach(() => {
  isFull = false
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('whileSpaceIsLeft: passes through the outcome while the disk has space', async () => {
  await expect(run(async () => 'done')).resolves.toBe('done')
  const damaged = new AppError('file-damaged', { format: 'MP3' })
  await expect(run(() => Promise.reject(damaged))).rejects.toBe(damaged)
})

test.each(['at the start', 'in between', 'at the end'])(
  'whileSpaceIsLeft: fails if the disk was full %s',
  async moment => {
    isFull = moment === 'at the start'
    const ended = run(async () => {
      isFull = moment === 'in between'
      await vi.advanceTimersByTimeAsync(1000)
      isFull = moment === 'at the end'
      return 'half of it'
    })
    await expect(ended).rejects.toMatchObject({ code: 'storage-full' })
  },
)

test('whileSpaceIsLeft: a full disk is not reported as a damaged file', async () => {
  const blamed = new AppError('file-damaged', { format: 'MP3' })
  isFull = true
  await expect(run(() => Promise.reject(blamed))).rejects.toMatchObject({
    code: 'storage-full',
    cause: blamed,
  })
})

test('whileSpaceIsLeft: a canceled job is reported as canceled even on a full disk', async () => {
  isFull = true
  const cancelled = new AppError('cancelled')
  await expect(run(() => Promise.reject(cancelled))).rejects.toBe(cancelled)
})
