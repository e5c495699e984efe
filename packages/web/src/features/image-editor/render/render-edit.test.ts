import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { defaultImageEdit, type ImageEdit, imageFilters } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { renderEdit, renderEditSync } from './render-edit.ts'

const red = [200, 30, 20, 255]
const green = [20, 150, 70, 255]
const blue = [30, 60, 200, 255]
const clear = [0, 0, 0, 0]

/** Builds an image from rows of colors. */
function image(...rows: readonly (readonly (readonly number[])[])[]): Pixels {
  return {
    width: rows[0]?.length ?? 0,
    height: rows.length,
    data: Uint8ClampedArray.from(rows.flat(2)),
  }
}

const render = (source: Pixels, change: Partial<ImageEdit>) =>
  renderEditSync(source, { ...defaultImageEdit, ...change })

const rowsOf = ({ width, height, data }: Pixels) =>
  Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_pixel, x) => [
      ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ]),
  )

const pixelAt = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

const plain = (width: number, height: number, color: readonly number[]) =>
  image(...Array.from({ length: height }, () => Array.from({ length: width }, () => color)))

/** White with a black right half. */
const edge = (width: number, height: number) =>
  image(
    ...Array.from({ length: height }, () =>
      Array.from({ length: width }, (_, x) => (x < width / 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    ),
  )

describe('IMG-08 IMG-09 renderEdit: rotation and flips', () => {
  test.each<[string, Partial<ImageEdit>, readonly (readonly number[])[][]]>([
    ['unchanged', {}, [[red, green, blue]]],
    ['flipped horizontally', { flipHorizontal: true }, [[blue, green, red]]],
    ['flipped vertically', { flipVertical: true }, [[red, green, blue]]],
    ['rotated by 90 degrees clockwise', { rotate: 90 }, [[red], [green], [blue]]],
    ['rotated by 180 degrees', { rotate: 180 }, [[blue, green, red]]],
    ['rotated by 270 degrees', { rotate: 270 }, [[blue], [green], [red]]],
    ['rotated by 360 degrees', { rotate: 360 }, [[red, green, blue]]],
    ['flipped before it is rotated', { flipHorizontal: true, rotate: 90 }, [[blue], [green], [red]]],
  ])('%s', (_, change, rows) => {
    expect(rowsOf(render(image([red, green, blue]), change))).toEqual(rows)
  })

  test('an odd angle leaves the corners transparent and the center unchanged', () => {
    const turned = render(plain(40, 30, red), { rotate: 30 })
    expect(turned).toMatchObject({ width: 50, height: 46 })
    expect(pixelAt(turned, 0, 0)).toEqual(clear)
    expect(pixelAt(turned, 49, 45)).toEqual(clear)
    expect(pixelAt(turned, 25, 23)).toEqual(red)
    const soft = rowsOf(turned)
      .flat()
      .filter(([, , , opacity = 0]) => opacity > 0 && opacity < 255)
    // Semi-transparent edge pixels keep the color of the image and are not darkened.
    expect(soft.length).toBeGreaterThan(20)
    for (const [r = 0, g = 0] of soft) expect([Math.abs(r - 200), Math.abs(g - 30)]).toEqual([0, 0])
  })
})

test('IMG-10 renderEdit: crops the rotated image', () => {
  const source = image([red, green], [blue, clear])
  const corner = { cropX: 50, cropY: 0, cropWidth: 50, cropHeight: 50 }
  expect(rowsOf(render(source, corner))).toEqual([[green]])
  // Rotated clockwise, blue is where red was.
  expect(rowsOf(render(source, { ...corner, cropX: 0, rotate: 90 }))).toEqual([[blue]])
})

describe('IMG-12 renderEdit: resizing', () => {
  test('scales down and up without changing a plain color', () => {
    const small = render(plain(60, 40, green), { resizeWidth: 15 })
    expect(small).toMatchObject({ width: 15, height: 10 })
    expect(new Set(rowsOf(small).flat().map(String))).toEqual(new Set([String(green)]))
    const large = render(plain(6, 4, blue), { resizeWidth: 30, resizeHeight: 8, maintainAspectRatio: false })
    expect(large).toMatchObject({ width: 30, height: 8 })
    expect(new Set(rowsOf(large).flat().map(String))).toEqual(new Set([String(blue)]))
  })

  test('keeps an edge in place', () => {
    const small = render(edge(400, 8), { resizeWidth: 40, resizeHeight: 8, maintainAspectRatio: false })
    const lightness = Array.from({ length: 40 }, (_, x) => pixelAt(small, x, 4)[0] ?? 0)
    expect(lightness.slice(0, 16).every(value => value > 245)).toBe(true)
    expect(lightness.slice(24).every(value => value < 10)).toBe(true)
    expect((lightness[19] ?? 0) + (lightness[20] ?? 0)).toBeCloseTo(255, -1)
  })

  test('transparent pixels do not bleed into their neighbors', () => {
    const source = image(
      ...Array.from({ length: 8 }, () => [red, red, red, red, [0, 255, 0, 0], [0, 255, 0, 0]]),
    )
    const small = render(source, { resizeWidth: 3, resizeHeight: 4, maintainAspectRatio: false })
    for (const [r = 0, g = 0, , opacity = 0] of rowsOf(small).flat())
      if (opacity > 0) expect([Math.abs(r - 200) < 3, Math.abs(g - 30) < 3]).toEqual([true, true])
  })
})

test('IMG-06 IMG-11 renderEdit: applies the colors of the contract for every filter', () => {
  const source = image([red, green, blue, [250, 128, 7, 90]])
  for (const filter of imageFilters) {
    const change = { brightness: 120, contrast: 80, saturation: 150, filter }
    const expected = source.data.slice()
    applyColors(expected, colorSteps({ ...defaultImageEdit, ...change }))
    expect([...render({ ...source, data: source.data.slice() }, change).data]).toEqual([...expected])
  }
})

describe('IMG-07 renderEdit: blur', () => {
  /** Reference: a step edge convolved with a Gaussian kernel. */
  function blurredEdge(sigma: number, width: number): number[] {
    return Array.from({ length: width }, (_, x) => {
      let [sum, weights] = [0, 0]
      for (let near = -Math.ceil(5 * sigma); near <= Math.ceil(5 * sigma); near += 1) {
        const weight = Math.exp(-(near ** 2) / (2 * sigma ** 2))
        weights += weight
        if (x + near < width / 2) sum += weight
      }
      return (sum / weights) * 255
    })
  }

  // At 400 px a blur of 1 is 0.4 px and 10 is 4 px; the larger ones use box averages.
  test.each([
    [400, 5],
    [400, 10],
    [1600, 8],
    [3000, 10],
  ])('an edge in an image %i px wide, blurred by %d, matches a Gaussian', (width, blur) => {
    const blurred = render(edge(width, 4), { blur })
    const expected = blurredEdge((blur * width) / 1000, width)
    const errors = expected.map((value, x) => Math.abs(value - (pixelAt(blurred, x, 2)[0] ?? 0)))
    expect(Math.max(...errors)).toBeLessThan(3)
    expect(errors.reduce((sum, error) => sum + error, 0) / width).toBeLessThan(0.3)
  })

  test('a plain color stays unchanged, also at the edges of the image', () => {
    const blurred = render(plain(300, 200, green), { blur: 10 })
    expect(new Set(rowsOf(blurred).flat().map(String))).toEqual(new Set([String(green)]))
  })
})

test('IMG-14 renderEdit: yields ascending progress from 0 to 1', () => {
  const steps = renderEdit(edge(600, 400), {
    ...defaultImageEdit,
    rotate: 5,
    resizeWidth: 300,
    filter: 'sepia',
    blur: 8,
  })
  const reports: number[] = []
  for (let step = steps.next(); !step.done; step = steps.next()) reports.push(step.value)
  expect(reports.length).toBeGreaterThan(20)
  expect(reports).toEqual(reports.toSorted((one, other) => one - other))
  expect(reports[0]).toBe(0)
  expect(reports.at(-1)).toBeLessThan(1)
  expect(reports.at(-1)).toBeGreaterThan(0.9)
})
