import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2, '1 MB'],
  [1024 ** 2 - 1, '1 MB'],
  [2.25 * 1024 ** 3, '2.3 GB'],
  [3 * 1024 ** 4, '3 TB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('FMT-03 formatBytes: %d bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
