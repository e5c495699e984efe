/** Order and choice of the pages of a comic. */
import { expect, test } from 'vitest'
import { compareNames, isComicImage } from './comic-pages.ts'

test('compareNames: natural order, by folder first', () => {
  const names = ['b/1.png', 'a/10.png', 'a/2.png', 'a 2/1.png', 'a 10/1.png', 'cover.jpg']
  expect(names.toSorted(compareNames)).toEqual([
    'a/2.png',
    'a/10.png',
    'a 2/1.png',
    'a 10/1.png',
    'b/1.png',
    'cover.jpg',
  ])
})

test('isComicImage: leaves out metadata of file managers', () => {
  const names = ['a/1.JPG', '__MACOSX/a/._1.jpg', 'a/.hidden.png', 'Thumbs.db', 'info.xml', '../2.webp']
  expect(names.filter(isComicImage)).toEqual(['a/1.JPG', '../2.webp'])
})
