import { describe, expect, test } from 'vitest'
import { editGeometry, rotatedSize } from './geometry.ts'
import { defaultImageEdit, type ImageEdit } from './settings.ts'

const source = { width: 400, height: 300 }
const geometry = (change: Partial<ImageEdit>) => editGeometry(source, { ...defaultImageEdit, ...change })

describe('editGeometry', () => {
  test('the default edit changes nothing', () => {
    expect(geometry({})).toEqual({
      rotateDegrees: 0,
      turned: source,
      crop: { left: 0, top: 0, ...source },
      output: source,
      blurPixels: 0,
    })
  })

  test.each([
    [90, { width: 300, height: 400 }],
    [180, { width: 400, height: 300 }],
    [270, { width: 300, height: 400 }],
    // cos 30° = 0.8660, sin 30° = 0.5
    [30, { width: 496, height: 460 }],
    [150, { width: 496, height: 460 }],
  ])('rotatedSize: the bounding box after %i degrees', (degrees, size) => {
    expect(rotatedSize(source, degrees)).toEqual(size)
  })

  test('a full rotation is none', () => {
    expect(geometry({ rotate: 360 }).rotateDegrees).toBe(0)
    expect(geometry({ rotate: 360 }).turned).toEqual(source)
  })

  test('a crop is relative to the rotated image and clipped to it', () => {
    const half = { cropX: 50, cropY: 50, cropWidth: 50, cropHeight: 50 }
    expect(geometry({ rotate: 90, ...half }).crop).toEqual({ left: 150, top: 200, width: 150, height: 200 })
    expect(geometry({ ...half, cropX: 80, cropWidth: 50 }).crop).toMatchObject({ left: 320, width: 80 })
    expect(geometry({ cropX: 100, cropY: 100 }).crop).toEqual({ left: 399, top: 299, width: 1, height: 1 })
    expect(geometry({ cropWidth: 0, cropHeight: 0 }).crop).toMatchObject({ width: 1, height: 1 })
  })

  test.each<[string, Partial<ImageEdit>, { width: number; height: number }]>([
    ['one side, the other is derived', { resizeWidth: 200 }, { width: 200, height: 150 }],
    ['the other side', { resizeHeight: 600 }, { width: 800, height: 600 }],
    ['both: fitted into the size', { resizeWidth: 200, resizeHeight: 200 }, { width: 200, height: 150 }],
    [
      'both, stretched',
      { resizeWidth: 200, resizeHeight: 200, maintainAspectRatio: false },
      { width: 200, height: 200 },
    ],
    ['one, stretched', { resizeWidth: 200, maintainAspectRatio: false }, { width: 200, height: 300 }],
    ['at most the maximum side', { resizeHeight: 16_000 }, { width: 16_383, height: 16_000 }],
    ['at least one pixel', { resizeWidth: 1, cropHeight: 0.1 }, { width: 1, height: 1 }],
  ])('resized: %s', (_, change, size) => {
    expect(geometry(change).output).toEqual(size)
  })

  test('blur is in thousandths of the longer side of the result', () => {
    expect(geometry({ blur: 10 }).blurPixels).toBe(4)
    expect(geometry({ blur: 10, resizeWidth: 4000 }).blurPixels).toBe(40)
  })
})
