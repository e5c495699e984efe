import { usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { expect, test } from 'vitest'
import { copySides, levelAtRest, nextLevel } from './drawn-copies.ts'

const size = { width: 6000, height: 4000 }

function sideAtRest(shownWidth: number, edit = usualImageEdit): number | undefined {
  const place = { left: 0, top: 0, width: shownWidth, height: (shownWidth * 2) / 3 }
  return copySides[levelAtRest({ size, edit, place, splitAt: undefined })]
}

test('at rest there is a pixel for each that is seen, and not many more', () => {
  expect(sideAtRest(600)).toBe(720)
  expect(sideAtRest(720)).toBe(720)
  expect(sideAtRest(900)).toBe(1018)
  expect(sideAtRest(1800)).toBe(2036)
})

test('enlarged beyond the finest copy it is the finest; a stamp takes the coarsest', () => {
  expect(sideAtRest(9000)).toBe(2036)
  expect(sideAtRest(40)).toBe(127)
})

test('of a cropped picture more is seen', () => {
  expect(sideAtRest(600, { ...usualImageEdit, cropWidth: 50, cropHeight: 50 })).toBe(1440)
})

test('what is slow becomes coarser, what is quick finer, and never finer than at rest', () => {
  expect(nextLevel(3, 20, 1)).toBe(4)
  expect(nextLevel(3, 5, 1)).toBe(3)
  expect(nextLevel(3, 1, 1)).toBe(2)
  expect(nextLevel(1, 1, 1)).toBe(1)
  expect(nextLevel(0, 5, 2)).toBe(2)
  expect(nextLevel(copySides.length - 1, 500, 0)).toBe(copySides.length - 1)
})
