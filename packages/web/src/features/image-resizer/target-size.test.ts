import { expect, test } from 'vitest'
import { defaultResize, type ResizeSettings, readSide, toRequest } from './resize-settings.ts'
import { targetSize, withSide } from './target-size.ts'

const photo = { width: 1200, height: 800 }
const sized = (change: Partial<ResizeSettings>): ResizeSettings => ({ ...defaultResize, ...change })

test.each([
  [{}, 800, 533],
  [{ maintainAspectRatio: false }, 800, 600],
  [{ method: 'fill' }, 800, 600],
  [{ method: 'percentage', percent: 25 }, 300, 200],
  [{ width: 0, height: 400 }, 600, 400],
  [{ width: 300, height: null }, 300, 200],
  [{ width: null, height: null }, 1200, 800],
  [{ width: 1, height: 0 }, 1, 1],
] as const)('SIZE-04 %j makes of 1200 x 800', (change, width, height) => {
  expect(targetSize(photo, sized(change))).toEqual({ width, height })
})

test('SIZE-11 sides are whole numbers, and what is none is 0', () => {
  expect(['640', ' 640 px', '12.9', 'wide', '-5', '', '99999'].map(readSide)).toEqual([
    ...[640, 640, 12, 0, 0, null, 16_383],
  ])
})

test('SIZE-06 one side follows from the other in the proportions of the first image, as long as they are kept', () => {
  expect(withSide(defaultResize, 'width', 600, photo)).toMatchObject({ width: 600, height: 400 })
  expect(withSide(defaultResize, 'height', 100, photo)).toMatchObject({ width: 150, height: 100 })
  expect(withSide(defaultResize, 'width', 600, undefined)).toMatchObject({ width: 600, height: 600 })
  expect(withSide(sized({ maintainAspectRatio: false }), 'width', 6, photo)).toMatchObject({ height: 600 })
  expect(withSide(defaultResize, 'width', null, photo)).toMatchObject({ width: null, height: 600 })
})

test('what is sent names the mode, and an empty side is 0', () => {
  expect(toRequest(sized({ height: null }))).toMatchObject({ width: 800, height: 0, mode: 'fit' })
  expect(toRequest(sized({ maintainAspectRatio: false }))).toMatchObject({ mode: 'exact' })
  expect(toRequest(sized({ method: 'fill' }))).toMatchObject({ mode: 'fill' })
})
