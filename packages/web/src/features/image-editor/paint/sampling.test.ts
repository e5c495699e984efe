import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { expect, test } from 'vitest'
import { renderEditSync } from '../render/render-edit.ts'
import { sampling } from './gl-painter.ts'

/** Red encodes the column, green the row. */
const source = (): Pixels => ({
  width: 40,
  height: 24,
  data: Uint8ClampedArray.from({ length: 40 * 24 * 4 }, (_, at) => {
    const pixel = Math.floor(at / 4)
    return [(pixel % 40) * 5, Math.floor(pixel / 40) * 5, 0, 255][at % 4] ?? 0
  }),
})

const edits: readonly Partial<ImageEdit>[] = [
  {},
  { rotate: 90, flipHorizontal: true },
  { rotate: 180, flipVertical: true, cropX: 25, cropY: 50, cropWidth: 50, cropHeight: 50 },
  { rotate: 30, cropX: 40, cropY: 40, cropWidth: 20, cropHeight: 20 },
]

test.each(edits)(
  'IMG-13 sampling: the shader reads the same source pixels as the final rendering: %o',
  change => {
    const edit = { ...defaultImageEdit, ...change }
    const geometry = editGeometry(source(), edit)
    const { crop } = geometry
    const rendered = renderEditSync(source(), edit)
    // Only the bottom right part is drawn, as when zoomed in.
    const whole = { left: -30, top: 10, width: crop.width * 3, height: crop.height * 3 }
    const part = {
      left: whole.left + crop.width,
      top: whole.top + crop.height,
      width: 2 * crop.width,
      height: 2 * crop.height,
    }
    const { origin, right, down } = sampling(source(), geometry, edit, whole, part)
    for (let y = Math.ceil(crop.height / 3); y < crop.height; y += 1) {
      for (let x = Math.ceil(crop.width / 3); x < crop.width; x += 1) {
        const at = [
          ((x + 0.5) * 3 - crop.width) / part.width,
          ((y + 0.5) * 3 - crop.height) / part.height,
        ] as const
        const column = (origin[0] + at[0] * right[0] + at[1] * down[0]) * 40 - 0.5
        const row = (origin[1] + at[0] * right[1] + at[1] * down[1]) * 24 - 0.5
        const found = rendered.data.subarray((y * crop.width + x) * 4)
        expect(Math.abs(column * 5 - (found[0] ?? 0))).toBeLessThan(1)
        expect(Math.abs(row * 5 - (found[1] ?? 0))).toBeLessThan(1)
      }
    }
  },
)
