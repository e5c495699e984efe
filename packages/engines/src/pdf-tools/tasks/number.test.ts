import { expect, test } from 'vitest'
import { pageLabel } from './number.ts'

test.each([
  [null, '7'],
  [{ '/S': '/D', '/St': 12 }, '12'],
  [{ '/S': '/r', '/St': 1994 }, 'mcmxciv'],
  [{ '/S': '/R', '/St': 4, '/P': 'u:A-' }, 'A-IV'],
  [{ '/S': '/a', '/St': 28 }, 'bb'],
  [{ '/P': 'u:Cover' }, 'Cover'],
])('pageLabel %j', (label, text) => {
  expect(pageLabel(label, 7)).toBe(text)
})
