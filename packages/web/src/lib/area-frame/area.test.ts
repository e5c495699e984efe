import { describe, expect, test } from 'vitest'
import { areaWithAspectRatio, moveArea, resizeArea, toPercentRatio } from './area.ts'

const area = { x: 20, y: 30, width: 40, height: 40 }

describe('IMG-10 crop area', () => {
  test('moveArea: keeps its size and stays inside', () => {
    expect(moveArea(area, 5, -10)).toEqual({ ...area, x: 25, y: 20 })
    expect(moveArea(area, 500, 500)).toEqual({ ...area, x: 60, y: 60 })
    expect(moveArea(area, -500, -500)).toEqual({ ...area, x: 0, y: 0 })
  })

  test('resizeArea: keeps the opposite corner', () => {
    expect(resizeArea(area, { x: 1, y: 1 }, 10, 5, undefined)).toEqual({
      x: 20,
      y: 30,
      width: 50,
      height: 45,
    })
    expect(resizeArea(area, { x: -1, y: -1 }, 10, 5, undefined)).toEqual({
      x: 30,
      y: 35,
      width: 30,
      height: 35,
    })
    expect(resizeArea(area, { x: -1, y: 0 }, -500, 99, undefined)).toEqual({
      x: 0,
      y: 30,
      width: 60,
      height: 40,
    })
    expect(resizeArea(area, { x: 1, y: 1 }, -500, -500, undefined)).toEqual({ ...area, width: 1, height: 1 })
  })

  test.each([
    { x: 1, y: 1 },
    { x: -1, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
  ] as const)('resizeArea: with a locked aspect ratio at handle %o it stays inside the image', handle => {
    for (const by of [-60, -7, 13, 90]) {
      const resized = resizeArea(area, handle, by, by / 2, 2)
      expect(resized.width / resized.height).toBeCloseTo(2)
      expect(resized.x).toBeGreaterThanOrEqual(0)
      expect(resized.y).toBeGreaterThanOrEqual(0)
      expect(resized.x + resized.width).toBeLessThanOrEqual(100.0001)
      expect(resized.y + resized.height).toBeLessThanOrEqual(100.0001)
    }
  })

  test('areaWithAspectRatio: returns the largest area with a pixel aspect ratio', () => {
    const turned = { width: 3000, height: 2000 }
    const square = areaWithAspectRatio({ x: 0, y: 0, width: 100, height: 100 }, toPercentRatio(1, turned))
    expect((square.width * turned.width) / (square.height * turned.height)).toBeCloseTo(1)
    expect(square.height).toBeCloseTo(100)
    const wide = areaWithAspectRatio(area, toPercentRatio(16 / 9, turned))
    expect(wide.width).toBe(100)
    expect((wide.width * turned.width) / (wide.height * turned.height)).toBeCloseTo(16 / 9)
  })
})
