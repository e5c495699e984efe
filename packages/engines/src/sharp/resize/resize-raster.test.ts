import { describe, expect, test } from 'vitest'
import { fullWindow, type Raster } from './raster.ts'
import { resizeRaster } from './resize-raster.ts'

type Color = (x: number, y: number) => readonly number[]

function draw(width: number, height: number, channels: Raster['channels'], color: Color): Raster {
  const data = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(color(x, y), (y * width + x) * channels)
  return { data, width, height, channels }
}

function pixel({ data, width, channels }: Raster, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)]
}

describe('resizeRaster: downscales in linear light', () => {
  // Half the light of white is 188 in sRGB, not 128.
  test.each([
    ['a few times', 64, 20],
    ['many times', 200, 10],
    ['by less than two', 60, 40],
  ])('a checkerboard becomes mid-gray in linear light: %s', async (_, from, to) => {
    const board = draw(from, from, 3, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]))
    const size = { width: to, height: to }
    const small = await resizeRaster(board, fullWindow(board), size)
    const middle = to / 2
    const neighbors = [-2, -1, 0, 1].flatMap(step => pixel(small, middle + step, middle))
    const mean = neighbors.reduce((sum, value) => sum + value, 0) / neighbors.length
    expect(Math.abs(mean - 188)).toBeLessThan(4)
  })

  test('a solid color is unchanged up to the edges at every size', async () => {
    const plain = draw(97, 61, 3, () => [200, 3, 77])
    for (const size of [
      { width: 7, height: 50 },
      { width: 96, height: 60 },
      { width: 1, height: 1 },
    ]) {
      const small = await resizeRaster(plain, fullWindow(plain), size)
      expect(new Set(Array.from({ length: size.width }, (_, x) => String(pixel(small, x, 0))))).toEqual(
        new Set(['200,3,77']),
      )
    }
  })

  test('transparent pixels contribute no color', async () => {
    const half = draw(80, 80, 4, x => (x % 8 < 4 ? [250, 40, 40, 255] : [0, 255, 0, 0]))
    const small = await resizeRaster(half, fullWindow(half), { width: 8, height: 8 })
    const [red = 0, green = 0, , opacity = 0] = pixel(small, 4, 4)
    expect(Math.abs(red - 250)).toBeLessThan(3)
    expect(Math.abs(green - 40)).toBeLessThan(3)
    expect(Math.abs(opacity - 128)).toBeLessThan(20)
  })

  test('supports gray with alpha and 16 bits per channel', async () => {
    const gray = draw(40, 40, 2, x => [100, x < 20 ? 255 : 0])
    expect(pixel(await resizeRaster(gray, fullWindow(gray), { width: 10, height: 10 }), 1, 5)).toEqual([
      100, 255,
    ])
    const deep: Raster = { width: 40, height: 40, channels: 1, data: new Uint16Array(1600).fill(1234) }
    const [value = 0] = pixel(await resizeRaster(deep, fullWindow(deep), { width: 9, height: 9 }), 4, 4)
    expect(Math.abs(value - 1234)).toBeLessThan(8)
  })

  test('keeps positions where cells end within a pixel', async () => {
    // One white column of 1000, 37.3 % from the left.
    const line = draw(1000, 4, 3, x => (x === 373 ? [255, 255, 255] : [0, 0, 0]))
    const small = await resizeRaster(line, fullWindow(line), { width: 130, height: 4 })
    const lights = Array.from({ length: 130 }, (_, x) => pixel(small, x, 2)[0] ?? 0)
    const sum = lights.reduce((total, value) => total + value ** 2.2, 0)
    const center = lights.reduce((total, value, x) => total + (x + 0.5) * value ** 2.2, 0) / sum
    expect(Math.abs(center - 373.5 * 0.13)).toBeLessThan(0.2)
  })
})

test('resizeRaster: reads only pixels inside the window', async () => {
  const parts = draw(60, 60, 3, (x, y) => (x >= 30 && y >= 30 ? [10, 200, 30] : [255, 0, 0]))
  const window = { left: 30, top: 30, width: 30, height: 30 }
  for (const side of [5, 20, 30, 90]) {
    const cut = await resizeRaster(parts, window, { width: side, height: side })
    expect(pixel(cut, 0, 0)).toEqual([10, 200, 30])
    expect(pixel(cut, side - 1, side - 1)).toEqual([10, 200, 30])
  }
})
