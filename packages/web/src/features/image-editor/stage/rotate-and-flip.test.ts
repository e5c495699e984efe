import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { flip, inscribedArea, rotateQuarter } from '../controls/geometry-panels.tsx'
import { renderEditSync } from '../render/render-edit.ts'

/** Every pixel has a distinct color. */
const source = (): Pixels => ({
  width: 10,
  height: 6,
  data: Uint8ClampedArray.from({ length: 240 }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256)),
})
const render = (edit: ImageEdit) => renderEditSync(source(), edit)

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

describe.each(starts)('IMG-08 IMG-09 starting from %o', start => {
  const edit = { ...defaultImageEdit, ...start }
  const before = rows(render(edit))

  test('flip: mirrors the displayed image', () => {
    expect(rows(render(flip(edit, 'horizontal')))).toEqual(mirrored(before))
    expect(rows(render(flip(edit, 'vertical')))).toEqual(upsideDown(before))
  })

  test('rotateQuarter: rotates the displayed image', () => {
    expect(rows(render(rotateQuarter(edit, 'right')))).toEqual(turnedRight(before))
    expect(rows(render(rotateQuarter(rotateQuarter(edit, 'right'), 'left')))).toEqual(before)
  })
})

test('IMG-09 flip: of an upright image changes nothing else', () => {
  expect(flip(defaultImageEdit, 'horizontal')).toEqual({ ...defaultImageEdit, flipHorizontal: true })
  expect(flip(defaultImageEdit, 'vertical')).toEqual({ ...defaultImageEdit, flipVertical: true })
})

test.each([5, 30, 45, 60, 100, 200, 333])(
  'inscribedArea: an image rotated by %i degrees has no transparent pixels',
  rotate => {
    for (const [width, height] of [
      [300, 200],
      [120, 400],
    ] as const) {
      const { x, y, width: areaWidth, height: areaHeight } = inscribedArea({ width, height }, rotate)
      expect(areaWidth).toBeGreaterThan(10)
      expect(areaHeight).toBeGreaterThan(10)
      const whole = { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) }
      // One pixel less at each side, because sizes are integers.
      const area = { cropX: x + 1, cropY: y + 1, cropWidth: areaWidth - 2, cropHeight: areaHeight - 2 }
      const { data } = renderEditSync(whole, { ...defaultImageEdit, rotate, ...area })
      expect(data.every(value => value === 255)).toBe(true)
    }
  },
)
