import { expect, test } from 'vitest'
import { maxBytesFor } from './limits.ts'

const megabyte = 1024 * 1024

test.each([
  ['ALLOW-17', 'free', 50, 50],
  ['ALLOW-17', 'free', 500, 500],
  ['ALLOW-18', 'basic', 50, 250],
  ['ALLOW-18', 'basic', 200, 250],
  ['ALLOW-18', 'basic', 500, 500],
  ['ALLOW-19', 'pro', 50, 2048],
  ['ALLOW-19', 'pro', 500, 2048],
] as const)('maxBytesFor: %s a limit of %i MB on %s is %i MB', (_id, plan, tool, allowed) => {
  expect(maxBytesFor(tool * megabyte, plan)).toBe(allowed * megabyte)
})
