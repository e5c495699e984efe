import { expect, test } from 'vitest'
import { diffPixels, type PagePixels } from './diff-pixels.ts'

type Gray = (x: number, y: number) => number

function pixels(width: number, height: number, grayAt: Gray): PagePixels {
  const data = new Uint8Array(width * height * 3)
  for (let index = 0; index < width * height; index++)
    data.fill(grayAt(index % width, Math.floor(index / width)), index * 3, index * 3 + 3)
  return { data, width, height }
}

const square =
  (left: number, top: number, side: number): Gray =>
  (x, y) =>
    x >= left && x < left + side && y >= top && y < top + side ? 0 : 255

test('diffPixels: smoothed edges, edges moved by a pixel and slightly other shades are the same', () => {
  const one = pixels(120, 120, square(30, 30, 40))
  const smoothed = pixels(120, 120, (x, y) =>
    x === 29 && y >= 30 && y < 70 ? 140 : square(30, 30, 40)(x, y),
  )
  const moved = pixels(120, 120, square(31, 30, 40))
  const paler = pixels(120, 120, (x, y) => (square(30, 30, 40)(x, y) === 0 ? 25 : 255))
  for (const other of [one, smoothed, moved, paler])
    expect(diffPixels(one, other, 1)).toEqual({ changedPercent: 0, areas: [] })
})

test('diffPixels: moved squares and other colors as areas in points', () => {
  const { areas, changedPercent } = diffPixels(
    pixels(240, 240, square(24, 24, 36)),
    pixels(240, 240, square(150, 24, 36)),
    0.5,
  )
  expect(areas).toEqual([
    { left: 12, top: 12, right: 30, bottom: 30 },
    { left: 75, top: 12, right: 93, bottom: 30 },
  ])
  expect(changedPercent).toBeCloseTo((100 * 72) / 1600, 1)
  const red = pixels(60, 60, () => 128)
  for (let at = 0; at < red.data.length; at += 3) red.data.set([255, 60, 60], at)
  expect(
    diffPixels(
      pixels(60, 60, () => 128),
      red,
      1,
    ).changedPercent,
  ).toBe(100)
})

test('diffPixels: what one page has beyond the edge of the other', () => {
  const small = pixels(60, 60, () => 255)
  expect(
    diffPixels(
      small,
      pixels(120, 60, () => 255),
      1,
    ).areas,
  ).toEqual([])
  expect(diffPixels(small, pixels(120, 60, square(90, 12, 24)), 1).areas).toEqual([
    { left: 90, top: 12, right: 114, bottom: 36 },
  ])
})
