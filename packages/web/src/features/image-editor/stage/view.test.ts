import { expect, test } from 'vitest'
import { fitScale, fitView, moveView, placeOf, zoomAt } from './view.ts'

const stage = { width: 824, height: 624 }
const photo = { width: 6000, height: 4000 }

test('at first all of it is in sight, in the middle', () => {
  const place = placeOf(fitView, stage, photo)
  expect(place.width / place.height).toBeCloseTo(1.5)
  expect(place.left).toBe(12)
  expect(place.top + place.height / 2).toBe(312)
})

test('a small picture is not blown up to fill the stage', () => {
  expect(fitScale(stage, { width: 400, height: 300 })).toBe(1)
  expect(fitScale(stage, { width: 16, height: 16 })).toBe(20)
})

test('what is under the pointer stays under it', () => {
  const at = { x: 100, y: 50 }
  const under = (view: typeof fitView) => {
    const place = placeOf(view, stage, photo)
    return [
      (at.x + stage.width / 2 - place.left) / place.width,
      (at.y + stage.height / 2 - place.top) / place.height,
    ]
  }
  const near = zoomAt(zoomAt(fitView, 3, at, stage, photo), 1.7, at, stage, photo)
  expect(near.zoom).toBeCloseTo(5.1)
  expect(under(near)[0]).toBeCloseTo(under(fitView)[0] ?? 0)
  expect(under(near)[1]).toBeCloseTo(under(fitView)[1] ?? 0)
})

test('it goes no smaller than fits, no larger than single pixels, and not out of sight', () => {
  expect(zoomAt(fitView, 0.1, { x: 9, y: 9 }, stage, photo)).toEqual(fitView)
  const nearest = zoomAt(fitView, 1e6, { x: 0, y: 0 }, stage, photo)
  expect(placeOf(nearest, stage, photo).width).toBeCloseTo(8 * 6000)
  const moved = moveView(nearest, 1e6, -1e6, stage, photo)
  const place = placeOf(moved, stage, photo)
  expect(place.left).toBeCloseTo(12)
  expect(place.top + place.height).toBeCloseTo(stage.height - 12)
  expect(moveView(fitView, 50, 50, stage, photo)).toEqual(fitView)
})
