import { expect, test } from 'vitest'
import { fitScale, fitView, imageRectOf, panView, zoomAt } from './view.ts'

const stage = { width: 824, height: 624 }
const photo = { width: 6000, height: 4000 }

test('fitView: shows the whole image, centered', () => {
  const rect = imageRectOf(fitView, stage, photo)
  expect(rect.width / rect.height).toBeCloseTo(1.5)
  expect(rect.left).toBe(12)
  expect(rect.top + rect.height / 2).toBe(312)
})

test('fitScale: does not enlarge a small image to the whole stage', () => {
  expect(fitScale(stage, { width: 400, height: 300 })).toBe(1)
  expect(fitScale(stage, { width: 16, height: 16 })).toBe(20)
})

test('zoomAt: keeps what is under the pointer in place', () => {
  const at = { x: 100, y: 50 }
  const under = (view: typeof fitView) => {
    const rect = imageRectOf(view, stage, photo)
    return [
      (at.x + stage.width / 2 - rect.left) / rect.width,
      (at.y + stage.height / 2 - rect.top) / rect.height,
    ]
  }
  const zoomed = zoomAt(zoomAt(fitView, 3, at, stage, photo), 1.7, at, stage, photo)
  expect(zoomed.zoom).toBeCloseTo(5.1)
  expect(under(zoomed)[0]).toBeCloseTo(under(fitView)[0] ?? 0)
  expect(under(zoomed)[1]).toBeCloseTo(under(fitView)[1] ?? 0)
})

test('zoomAt and panView: between fitting and 8 pixels per pixel, never out of view', () => {
  expect(zoomAt(fitView, 0.1, { x: 9, y: 9 }, stage, photo)).toEqual(fitView)
  const maxZoomed = zoomAt(fitView, 1e6, { x: 0, y: 0 }, stage, photo)
  expect(imageRectOf(maxZoomed, stage, photo).width).toBeCloseTo(8 * 6000)
  const moved = panView(maxZoomed, 1e6, -1e6, stage, photo)
  const rect = imageRectOf(moved, stage, photo)
  expect(rect.left).toBeCloseTo(12)
  expect(rect.top + rect.height).toBeCloseTo(stage.height - 12)
  expect(panView(fitView, 50, 50, stage, photo)).toEqual(fitView)
})
