import { usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { areaOf, areaOfProportion, moveArea, percentProportion, pullArea, withArea } from './crop-area.ts'

const area = { x: 20, y: 30, width: 40, height: 40 }

describe('IMG-10 the area that is kept', () => {
  test('at first it is the whole picture', () => {
    expect(areaOf(usualImageEdit)).toEqual({ x: 0, y: 0, width: 100, height: 100 })
  })

  test('moved, it keeps its size and stays inside', () => {
    expect(moveArea(area, 5, -10)).toEqual({ ...area, x: 25, y: 20 })
    expect(moveArea(area, 500, 500)).toEqual({ ...area, x: 60, y: 60 })
    expect(moveArea(area, -500, -500)).toEqual({ ...area, x: 0, y: 0 })
  })

  test('pulled at a corner, the opposite corner stays', () => {
    expect(pullArea(area, { x: 1, y: 1 }, 10, 5, undefined)).toEqual({ x: 20, y: 30, width: 50, height: 45 })
    expect(pullArea(area, { x: -1, y: -1 }, 10, 5, undefined)).toEqual({
      x: 30,
      y: 35,
      width: 30,
      height: 35,
    })
    expect(pullArea(area, { x: -1, y: 0 }, -500, 99, undefined)).toEqual({
      x: 0,
      y: 30,
      width: 60,
      height: 40,
    })
    expect(pullArea(area, { x: 1, y: 1 }, -500, -500, undefined)).toEqual({ ...area, width: 1, height: 1 })
  })

  test.each([
    { x: 1, y: 1 },
    { x: -1, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
  ] as const)('held to proportions at handle %o it never leaves the picture', handle => {
    for (const by of [-60, -7, 13, 90]) {
      const pulled = pullArea(area, handle, by, by / 2, 2)
      expect(pulled.width / pulled.height).toBeCloseTo(2)
      expect(pulled.x).toBeGreaterThanOrEqual(0)
      expect(pulled.y).toBeGreaterThanOrEqual(0)
      expect(pulled.x + pulled.width).toBeLessThanOrEqual(100.0001)
      expect(pulled.y + pulled.height).toBeLessThanOrEqual(100.0001)
    }
  })

  test('a proportion of pixels takes as much as it can get', () => {
    const turned = { width: 3000, height: 2000 }
    const square = areaOfProportion({ x: 0, y: 0, width: 100, height: 100 }, percentProportion(1, turned))
    expect((square.width * turned.width) / (square.height * turned.height)).toBeCloseTo(1)
    expect(square.height).toBeCloseTo(100)
    const wide = areaOfProportion(area, percentProportion(16 / 9, turned))
    expect(wide.width).toBe(100)
    expect((wide.width * turned.width) / (wide.height * turned.height)).toBeCloseTo(16 / 9)
  })

  test('as settings they have two digits', () => {
    expect(withArea(usualImageEdit, { x: 1.23456, y: 0, width: 33.33333, height: 50 })).toMatchObject({
      cropX: 1.23,
      cropWidth: 33.33,
      cropHeight: 50,
    })
  })
})
