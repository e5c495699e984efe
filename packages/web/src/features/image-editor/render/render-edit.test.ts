import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { type ImageEdit, imageFilters, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { renderAtOnce, renderEdit } from './render-edit.ts'

const red = [200, 30, 20, 255]
const green = [20, 150, 70, 255]
const blue = [30, 60, 200, 255]
const clear = [0, 0, 0, 0]

/** Rows of colours. */
function image(...rows: readonly (readonly (readonly number[])[])[]): Pixels {
  return {
    width: rows[0]?.length ?? 0,
    height: rows.length,
    data: Uint8ClampedArray.from(rows.flat(2)),
  }
}

const render = (source: Pixels, change: Partial<ImageEdit>) =>
  renderAtOnce(source, { ...usualImageEdit, ...change })

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

/** A white field with a black right half. */
const edge = (width: number, height: number) =>
  image(
    ...Array.from({ length: height }, () =>
      Array.from({ length: width }, (_, x) => (x < width / 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    ),
  )

describe('IMG-08 IMG-09 turns and flips', () => {
  test.each<[string, Partial<ImageEdit>, readonly (readonly number[])[][]]>([
    ['nothing', {}, [[red, green, blue]]],
    ['flipped horizontally', { flipHorizontal: true }, [[blue, green, red]]],
    ['flipped vertically', { flipVertical: true }, [[red, green, blue]]],
    ['a quarter turn, clockwise', { rotate: 90 }, [[red], [green], [blue]]],
    ['a half turn', { rotate: 180 }, [[blue, green, red]]],
    ['three quarters', { rotate: 270 }, [[blue], [green], [red]]],
    ['a whole turn', { rotate: 360 }, [[red, green, blue]]],
    ['flipped before it is turned', { flipHorizontal: true, rotate: 90 }, [[blue], [green], [red]]],
  ])('%s', (_, change, rows) => {
    expect(rowsOf(render(image([red, green, blue]), change))).toEqual(rows)
  })

  test('an odd angle leaves the corners empty and the middle as it was', () => {
    const turned = render(plain(40, 30, red), { rotate: 30 })
    expect(turned).toMatchObject({ width: 50, height: 46 })
    expect(pixelAt(turned, 0, 0)).toEqual(clear)
    expect(pixelAt(turned, 49, 45)).toEqual(clear)
    expect(pixelAt(turned, 25, 23)).toEqual(red)
    const soft = rowsOf(turned)
      .flat()
      .filter(([, , , opacity = 0]) => opacity > 0 && opacity < 255)
    // Half see-through pixels at the edge have the picture's own colour, not a darker one.
    expect(soft.length).toBeGreaterThan(20)
    for (const [r = 0, g = 0] of soft) expect([Math.abs(r - 200), Math.abs(g - 30)]).toEqual([0, 0])
  })
})

test('IMG-10 a crop keeps its part of the turned picture', () => {
  const source = image([red, green], [blue, clear])
  const corner = { cropX: 50, cropY: 0, cropWidth: 50, cropHeight: 50 }
  expect(rowsOf(render(source, corner))).toEqual([[green]])
  // Turned to the right, blue is where red was.
  expect(rowsOf(render(source, { ...corner, cropX: 0, rotate: 90 }))).toEqual([[blue]])
})

describe('IMG-12 sizes', () => {
  test('smaller and larger, and the colours stay what they are', () => {
    const small = render(plain(60, 40, green), { resizeWidth: 15 })
    expect(small).toMatchObject({ width: 15, height: 10 })
    expect(new Set(rowsOf(small).flat().map(String))).toEqual(new Set([String(green)]))
    const large = render(plain(6, 4, blue), { resizeWidth: 30, resizeHeight: 8, maintainAspectRatio: false })
    expect(large).toMatchObject({ width: 30, height: 8 })
    expect(new Set(rowsOf(large).flat().map(String))).toEqual(new Set([String(blue)]))
  })

  test('an edge stays where it was', () => {
    const small = render(edge(400, 8), { resizeWidth: 40, resizeHeight: 8, maintainAspectRatio: false })
    const lightness = Array.from({ length: 40 }, (_, x) => pixelAt(small, x, 4)[0] ?? 0)
    expect(lightness.slice(0, 16).every(value => value > 245)).toBe(true)
    expect(lightness.slice(24).every(value => value < 10)).toBe(true)
    expect((lightness[19] ?? 0) + (lightness[20] ?? 0)).toBeCloseTo(255, -1)
  })

  test('see-through pixels lend their neighbours no colour', () => {
    const source = image(
      ...Array.from({ length: 8 }, () => [red, red, red, red, [0, 255, 0, 0], [0, 255, 0, 0]]),
    )
    const small = render(source, { resizeWidth: 3, resizeHeight: 4, maintainAspectRatio: false })
    for (const [r = 0, g = 0, , opacity = 0] of rowsOf(small).flat())
      if (opacity > 0) expect([Math.abs(r - 200) < 3, Math.abs(g - 30) < 3]).toEqual([true, true])
  })
})

test('IMG-06 IMG-11 colours are those of the contract, for every filter', () => {
  const source = image([red, green, blue, [250, 128, 7, 90]])
  for (const filter of imageFilters) {
    const change = { brightness: 120, contrast: 80, saturation: 150, filter }
    const expected = source.data.slice()
    applyColors(expected, colorSteps({ ...usualImageEdit, ...change }))
    expect([...render({ ...source, data: source.data.slice() }, change).data]).toEqual([...expected])
  }
})

describe('IMG-07 blur', () => {
  /** Of an edge it makes the bell curve's own sum; an error function, here by its series of differences. */
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

  // 400 wide: 1 is 0.4 pixels, 10 is 4; the others are made of averages.
  test.each([
    [400, 5],
    [400, 10],
    [1600, 8],
    [3000, 10],
  ])('an edge in a picture %i wide, blurred by %d, is a bell curve', (width, blur) => {
    const blurred = render(edge(width, 4), { blur })
    const expected = blurredEdge((blur * width) / 1000, width)
    const errors = expected.map((value, x) => Math.abs(value - (pixelAt(blurred, x, 2)[0] ?? 0)))
    expect(Math.max(...errors)).toBeLessThan(3)
    expect(errors.reduce((sum, error) => sum + error, 0) / width).toBeLessThan(0.3)
  })

  test('a plain colour stays one, also at the edges of the picture', () => {
    const blurred = render(plain(300, 200, green), { blur: 10 })
    expect(new Set(rowsOf(blurred).flat().map(String))).toEqual(new Set([String(green)]))
  })
})

test('IMG-14 the reports go up from 0 to 1', () => {
  const work = renderEdit(edge(600, 400), {
    ...usualImageEdit,
    rotate: 5,
    resizeWidth: 300,
    filter: 'sepia',
    blur: 8,
  })
  const shares: number[] = []
  for (let step = work.next(); !step.done; step = work.next()) shares.push(step.value)
  expect(shares.length).toBeGreaterThan(20)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBeLessThan(1)
  expect(shares.at(-1)).toBeGreaterThan(0.9)
})
