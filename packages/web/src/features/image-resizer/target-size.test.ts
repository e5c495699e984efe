import { expect, test } from 'vitest'
import { defaultResizeSettings, type ResizeSettings, readSide, toResizeRequest } from './resize-settings.ts'
import { targetSize, withSide } from './target-size.ts'

const photo = { width: 1200, height: 800 }
const sized = (change: Partial<ResizeSettings>): ResizeSettings => ({ ...defaultResizeSettings, ...change })

test.each([
  [{}, 800, 533],
  [{ maintainAspectRatio: false }, 800, 600],
  [{ method: 'fill' }, 800, 600],
  [{ method: 'percentage', percent: 25 }, 300, 200],
  [{ width: 0, height: 400 }, 600, 400],
  [{ width: 300, height: null }, 300, 200],
  [{ width: null, height: null }, 1200, 800],
  [{ width: 1, height: 0 }, 1, 1],
] as const)('SIZE-04 targetSize: %j applied to 1200 x 800', (change, width, height) => {
  expect(targetSize(photo, sized(change))).toEqual({ width, height })
})

test('SIZE-11 readSide: parses integers, anything else is 0', () => {
  expect(['640', ' 640 px', '12.9', 'wide', '-5', '', '99999'].map(readSide)).toEqual([
    ...[640, 640, 12, 0, 0, null, 16_383],
  ])
})

test('SIZE-06 withSide: derives the other side from the first image while the aspect ratio is locked', () => {
  expect(withSide(defaultResizeSettings, 'width', 600, photo)).toMatchObject({ width: 600, height: 400 })
  expect(withSide(defaultResizeSettings, 'height', 100, photo)).toMatchObject({ width: 150, height: 100 })
  expect(withSide(defaultResizeSettings, 'width', 600, undefined)).toMatchObject({ width: 600, height: 600 })
  expect(withSide(sized({ maintainAspectRatio: false }), 'width', 6, photo)).toMatchObject({ height: 600 })
  expect(withSide(defaultResizeSettings, 'width', null, photo)).toMatchObject({ width: null, height: 600 })
})

test('toResizeRequest: sends the mode, and 0 for an empty side', () => {
  expect(toResizeRequest(sized({ height: null }))).toMatchObject({ width: 800, height: 0, mode: 'fit' })
  expect(toResizeRequest(sized({ maintainAspectRatio: false }))).toMatchObject({ mode: 'exact' })
  expect(toResizeRequest(sized({ method: 'fill' }))).toMatchObject({ mode: 'fill' })
})
