import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { type ImageEdit, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { renderAtOnce } from '../render/render-edit.ts'
import { areaWithoutCorners, flip, rotateQuarter } from './turns.ts'

/** Every pixel has a colour of its own. */
const source = (): Pixels => ({
  width: 10,
  height: 6,
  data: Uint8ClampedArray.from({ length: 240 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256)),
})
const render = (edit: ImageEdit) => renderAtOnce(source(), edit)

const rows = ({ width, data }: Pixels) => {
  const pixels = new Uint32Array(data.slice().buffer)
  return Array.from({ length: pixels.length / width }, (_, y) => [
    ...pixels.subarray(y * width, (y + 1) * width),
  ])
}
const mirrored = (image: number[][]) => image.map(row => row.toReversed())
const upsideDown = (image: number[][]) => image.toReversed()
const turnedRight = (image: number[][]) =>
  (image[0] ?? []).map((_, x) => image.map(row => row[x] ?? 0).toReversed())

const starts: readonly Partial<ImageEdit>[] = [
  {},
  { rotate: 90 },
  { rotate: 180, flipVertical: true },
  { rotate: 270, flipHorizontal: true, cropX: 50, cropWidth: 50, cropY: 10, cropHeight: 60 },
  { cropX: 10, cropY: 50, cropWidth: 40, cropHeight: 50 },
]

describe.each(starts)('IMG-08 IMG-09 seen from %o', start => {
  const edit = { ...usualImageEdit, ...start }
  const before = rows(render(edit))

  test('flips mirror what one sees', () => {
    expect(rows(render(flip(edit, 'horizontal')))).toEqual(mirrored(before))
    expect(rows(render(flip(edit, 'vertical')))).toEqual(upsideDown(before))
  })

  test('quarter turns turn what one sees', () => {
    expect(rows(render(rotateQuarter(edit, 'right')))).toEqual(turnedRight(before))
    expect(rows(render(rotateQuarter(rotateQuarter(edit, 'right'), 'left')))).toEqual(before)
  })
})

test('IMG-09 a flip of an upright picture changes nothing else', () => {
  expect(flip(usualImageEdit, 'horizontal')).toEqual({ ...usualImageEdit, flipHorizontal: true })
  expect(flip(usualImageEdit, 'vertical')).toEqual({ ...usualImageEdit, flipVertical: true })
})

test.each([5, 30, 45, 60, 100, 200, 333])(
  'without its corners a picture turned by %i degrees has no hole',
  rotate => {
    for (const [width, height] of [
      [300, 200],
      [120, 400],
    ] as const) {
      const { x, y, width: areaWidth, height: areaHeight } = areaWithoutCorners({ width, height }, rotate)
      expect(areaWidth).toBeGreaterThan(10)
      expect(areaHeight).toBeGreaterThan(10)
      const whole = { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) }
      // A pixel less at each side, for sizes are whole.
      const area = { cropX: x + 1, cropY: y + 1, cropWidth: areaWidth - 2, cropHeight: areaHeight - 2 }
      const { data } = renderAtOnce(whole, { ...usualImageEdit, rotate, ...area })
      expect(data.every(value => value === 255)).toBe(true)
    }
  },
)
