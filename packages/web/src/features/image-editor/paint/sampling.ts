/** Where the corners of what is shown lie in the source, for a shader: shares of its width and height. */
import type { EditGeometry, Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { placeIn } from '../render/rotate-and-crop.ts'
import type { Place } from './painter.ts'

interface Sampling {
  readonly origin: readonly [number, number]
  readonly right: readonly [number, number]
  readonly down: readonly [number, number]
}

/** `part` is the piece of `whole` that is drawn, both on the canvas. */
export function sampling(
  source: Size,
  geometry: EditGeometry,
  flips: Pick<ImageEdit, 'flipHorizontal' | 'flipVertical'>,
  whole: Place,
  part: Place,
): Sampling {
  const { crop } = geometry
  const first = placeIn(source, geometry, flips)
  const alongX = (pixels: number) => [first.right[0] * pixels, first.right[1] * pixels] as const
  const alongY = (pixels: number) => [first.down[0] * pixels, first.down[1] * pixels] as const
  const share = ([x, y]: readonly [number, number]) => [x / source.width, y / source.height] as const
  // From the middle of the first pixel to its corner, and from there to the corner of the part.
  const toX = alongX(((part.left - whole.left) / whole.width) * crop.width - 0.5)
  const toY = alongY(((part.top - whole.top) / whole.height) * crop.height - 0.5)
  return {
    origin: share([first.x + 0.5 + toX[0] + toY[0], first.y + 0.5 + toX[1] + toY[1]]),
    right: share(alongX((part.width / whole.width) * crop.width)),
    down: share(alongY((part.height / whole.height) * crop.height)),
  }
}
