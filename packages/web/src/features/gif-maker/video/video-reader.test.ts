import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seekedTimes, stubVideoElements } from './video.test-support.ts'
import { openVideoReader } from './video-reader.ts'

beforeEach(() => stubVideoElements(10))
afterEach(() => vi.restoreAllMocks())

const never = new AbortController().signal

test('VideoReader.frames: draws each time in order, and seeks just before the end', async () => {
  const reader = openVideoReader('blob:video')
  const drawn: number[] = []
  await reader.frames([1, 4.5, 10], never, (_video, index) => {
    drawn.push(index)
  })
  expect(drawn).toEqual([0, 1, 2])
  expect(seekedTimes).toEqual([1, 4.5, 9.999])
})

test('VideoReader.frames: a long request does not block another one', async () => {
  const reader = openVideoReader('blob:video')
  const drawn: string[] = []
  const request = (name: string, moments: readonly number[]) =>
    reader.frames(moments, never, () => {
      drawn.push(name)
    })
  await Promise.all([request('long', [1, 2, 3, 4, 5, 6]), request('short', [7])])
  expect(drawn.indexOf('short')).toBeLessThan(3)
  expect(drawn.filter(name => name === 'long')).toHaveLength(6)
})

test('VideoReader.frames: stops when its signal aborts', async () => {
  const reader = openVideoReader('blob:video')
  const abortController = new AbortController()
  const drawn: number[] = []
  await reader.frames([1, 2, 3], abortController.signal, (_video, index) => {
    drawn.push(index)
    abortController.abort()
  })
  expect(drawn).toEqual([0])
})
