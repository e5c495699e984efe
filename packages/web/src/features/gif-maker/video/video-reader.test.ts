import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { soughtMoments, standInForPlayers } from './video.test-support.ts'
import { openVideoReader } from './video-reader.ts'

beforeEach(() => standInForPlayers(10))
afterEach(() => vi.restoreAllMocks())

const never = new AbortController().signal

test('shows every moment in order, and never quite the end', async () => {
  const reader = openVideoReader('blob:film')
  const drawn: number[] = []
  await reader.frames([1, 4.5, 10], never, (_film, index) => {
    drawn.push(index)
  })
  expect(drawn).toEqual([0, 1, 2])
  expect(soughtMoments).toEqual([1, 4.5, 9.999])
})

test('a long list of one asker does not keep another waiting', async () => {
  const reader = openVideoReader('blob:film')
  const drawn: string[] = []
  const ask = (name: string, moments: readonly number[]) =>
    reader.frames(moments, never, () => {
      drawn.push(name)
    })
  await Promise.all([ask('long', [1, 2, 3, 4, 5, 6]), ask('short', [7])])
  expect(drawn.indexOf('short')).toBeLessThan(3)
  expect(drawn.filter(name => name === 'long')).toHaveLength(6)
})

test('whoever leaves gets no more frames', async () => {
  const reader = openVideoReader('blob:film')
  const leaving = new AbortController()
  const drawn: number[] = []
  await reader.frames([1, 2, 3], leaving.signal, (_film, index) => {
    drawn.push(index)
    leaving.abort()
  })
  expect(drawn).toEqual([0])
})
