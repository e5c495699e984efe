import { expect, test } from 'vitest'
import { hasRows } from './read-image-text.ts'

const letter = (x: number, y: number, height = 20) => ({ x, y, width: 12, height })

test('hasRows: finds letters of similar height beside each other', () => {
  expect(hasRows([0, 1, 2, 3, 4, 5].map(at => letter(100 + 16 * at, 50)))).toBe(true)
})

test('hasRows: blobs of a photo are not in rows', () => {
  const scattered = Array.from({ length: 60 }, (_, at) =>
    letter((at * 7919) % 1000, (at * 104_729) % 1000, 6 + ((at * 31) % 60)),
  )
  expect(hasRows(scattered)).toBe(false)
})
