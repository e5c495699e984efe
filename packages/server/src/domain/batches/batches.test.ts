import { expect, test } from 'vitest'
import { makeUnique } from './batches.ts'

test.each([
  [
    ['a.png', 'a.png', 'a.png'],
    ['a.png', 'a (2).png', 'a (3).png'],
  ],
  [
    ['Photo.JPG', 'photo.jpg'],
    ['Photo.JPG', 'photo (2).jpg'],
  ],
  [
    ['a (2).png', 'a.png', 'a.png'],
    ['a (2).png', 'a.png', 'a (3).png'],
  ],
  [
    ['.profile', '.profile'],
    ['.profile', '.profile (2)'],
  ],
])('makeUnique: %s become %s', (names, unique) => {
  expect(makeUnique(names)).toEqual(unique)
})
