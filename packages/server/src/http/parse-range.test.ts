import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { parseRange } from './send-download.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=0-1,4-5', undefined],
  ['lines=1-2', undefined],
  ['bytes=-', undefined],
])('parseRange: %s of 100 bytes is %j', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test.each(['bytes=100-', 'bytes=50-20', 'bytes=-0'])(
  'parseRange: %s of 100 bytes is not satisfiable',
  header => {
    expect(() => parseRange(header, 100)).toThrow(AppError)
  },
)
