import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { expect, test } from 'vitest'
import { levelSides, nextLevel, restLevelFor } from './canvas-painter.ts'

const size = { width: 6000, height: 4000 }

function sideAtRest(shownWidth: number, edit = defaultImageEdit): number | undefined {
  const rect = { left: 0, top: 0, width: shownWidth, height: (shownWidth * 2) / 3 }
  return levelSides[restLevelFor({ size, edit, rect, splitX: undefined })]
}

test('restLevelFor: has a pixel for each displayed pixel, and not many more', () => {
  expect(sideAtRest(600)).toBe(720)
  expect(sideAtRest(720)).toBe(720)
  expect(sideAtRest(900)).toBe(1018)
  expect(sideAtRest(1800)).toBe(2036)
})

test('restLevelFor: uses the finest level beyond it, and the coarsest for a tiny image', () => {
  expect(sideAtRest(9000)).toBe(2036)
  expect(sideAtRest(40)).toBe(127)
})

test('restLevelFor: a cropped image needs a finer level', () => {
  expect(sideAtRest(600, { ...defaultImageEdit, cropWidth: 50, cropHeight: 50 })).toBe(1440)
})

test('nextLevel: coarser when slow, finer when fast, never finer than at rest', () => {
  expect(nextLevel(3, 20, 1)).toBe(4)
  expect(nextLevel(3, 5, 1)).toBe(3)
  expect(nextLevel(3, 1, 1)).toBe(2)
  expect(nextLevel(1, 1, 1)).toBe(1)
  expect(nextLevel(0, 5, 2)).toBe(2)
  expect(nextLevel(levelSides.length - 1, 500, 0)).toBe(levelSides.length - 1)
})
