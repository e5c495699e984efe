/** Texture coordinates of the drawn part in the source image, for the shader. */
import type { EditGeometry, Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { sourceMappingFor } from '../render/rotate-and-crop.ts'
import type { CanvasRect } from './painter.ts'

interface Sampling {
  readonly origin: readonly [number, number]
  readonly right: readonly [number, number]
  readonly down: readonly [number, number]
}

/** `part` is the drawn part of `whole`, both on the canvas. */
export function sampling(
  source: Size,
  geometry: EditGeometry,
  flips: Pick<ImageEdit, 'flipHorizontal' | 'flipVertical'>,
  whole: CanvasRect,
  part: CanvasRect,
): Sampling {
  const { crop } = geometry
  const first = sourceMappingFor(source, geometry, flips)
  const alongX = (pixels: number) => [first.right[0] * pixels, first.right[1] * pixels] as const
  const alongY = (pixels: number) => [first.down[0] * pixels, first.down[1] * pixels] as const
  const toUv = ([x, y]: readonly [number, number]) => [x / source.width, y / source.height] as const
  // From the center of the first pixel to its corner, then to the corner of the part.
  const toX = alongX(((part.left - whole.left) / whole.width) * crop.width - 0.5)
  const toY = alongY(((part.top - whole.top) / whole.height) * crop.height - 0.5)
  return {
    origin: toUv([first.x + 0.5 + toX[0] + toY[0], first.y + 0.5 + toX[1] + toY[1]]),
    right: toUv(alongX((part.width / whole.width) * crop.width)),
    down: toUv(alongY((part.height / whole.height) * crop.height)),
  }
}
