import { expect, test } from 'vitest'
import { parseShare } from '../start-archive.ts'

test.each([
  ['  0%\b\b\b\b    \b\b\b\b 12% 3 + photo.jpg', 0.12],
  ['\b\b\b\b 47% 1 + 100% sure.txt', 0.47],
  ['100% 1  : 0% : 0 MiB / 3 MiB : temporary archive moving ...', 1],
  ['  0M Scan  /job/in/packed/\b\b\b', undefined],
  ['', undefined],
])('parseShare: %j', (output, share) => {
  expect(parseShare(output)).toBe(share)
})
