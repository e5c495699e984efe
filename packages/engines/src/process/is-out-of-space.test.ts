import { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileSpaceIsLeft } from './is-out-of-space.ts'

let isFull = false
const run = <Result>(work: () => Promise<Result>) => whileSpaceIsLeft('/', work, async () => isFull)

beforeEach(() => {
  isFull = false
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work on a disk with room is as it came out', async () => {
  await expect(run(async () => 'done')).resolves.toBe('done')
  const damaged = new AppError('file-damaged', { format: 'MP3' })
  await expect(run(() => Promise.reject(damaged))).rejects.toBe(damaged)
})

test.each(['at its beginning', 'in its middle', 'at its end'])(
  'work on a disk that was full %s is not believed',
  async moment => {
    isFull = moment === 'at its beginning'
    const ended = run(async () => {
      isFull = moment === 'in its middle'
      await vi.advanceTimersByTimeAsync(1000)
      isFull = moment === 'at its end'
      return 'half of it'
    })
    await expect(ended).rejects.toMatchObject({ code: 'storage-full' })
  },
)

test('what a full disk made of a file is not blamed on the file', async () => {
  const blamed = new AppError('file-damaged', { format: 'MP3' })
  isFull = true
  await expect(run(() => Promise.reject(blamed))).rejects.toMatchObject({
    code: 'storage-full',
    cause: blamed,
  })
})

test('who cancels is told so, whatever the disk', async () => {
  isFull = true
  const cancelled = new AppError('cancelled')
  await expect(run(() => Promise.reject(cancelled))).rejects.toBe(cancelled)
})
