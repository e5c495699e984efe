/** Flips, rotates and crops an image in one pass: looks up the source position of each output pixel. */
import type { EditGeometry } from '@filesmith/contract/image-edit/geometry'
import { emptyPixels, type Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** Rows between two progress reports. */
const rowsPerReport = 64

type Flips = Pick<ImageEdit, 'flipHorizontal' | 'flipVertical'>

/** Yields progress. Returns the source itself if it is unchanged. */
export function* rotateAndCrop(
  source: Pixels,
  { rotateDegrees, turned, crop }: EditGeometry,
  flips: Flips,
): Generator<number, Pixels> {
  const isWhole = crop.width === turned.width && crop.height === turned.height
  const isUpright = rotateDegrees === 0 && !flips.flipHorizontal && !flips.flipVertical
  if (isWhole && isUpright) return source
  const target = emptyPixels(crop.width, crop.height)
  const mapping = sourceMappingFor(source, { rotateDegrees, turned, crop }, flips)
  const copyRow = rotateDegrees % 90 === 0 ? copyExact : copyInterpolated
  for (let y = 0; y < crop.height; y += 1) {
    copyRow(source, target, y, mapping)
    if (y % rowsPerReport === 0) yield y / crop.height
  }
  return target
}

/** Source position of output pixel 0, 0, and the steps per output pixel to the right and down. */
interface PixelMapping {
  readonly x: number
  readonly y: number
  readonly right: readonly [number, number]
  readonly down: readonly [number, number]
}

export function sourceMappingFor(
  source: Pick<Pixels, 'width' | 'height'>,
  { rotateDegrees, turned, crop }: Pick<EditGeometry, 'rotateDegrees' | 'turned' | 'crop'>,
  { flipHorizontal, flipVertical }: Flips,
): PixelMapping {
  const radians = (rotateDegrees * Math.PI) / 180
  // Exactly 0 and 1 for quarter turns, so that pixels map to whole pixels.
  const isQuarter = rotateDegrees % 90 === 0
  const cosine = isQuarter ? Math.round(Math.cos(radians)) : Math.cos(radians)
  const sine = isQuarter ? Math.round(Math.sin(radians)) : Math.sin(radians)
  const [signX, signY] = [flipHorizontal ? -1 : 1, flipVertical ? -1 : 1]
  const right = [signX * cosine, -signY * sine] as const
  const down = [signX * sine, signY * cosine] as const
  const fromCenterX = crop.left + 0.5 - turned.width / 2
  const fromCenterY = crop.top + 0.5 - turned.height / 2
  return {
    x: source.width / 2 - 0.5 + fromCenterX * right[0] + fromCenterY * down[0],
    y: source.height / 2 - 0.5 + fromCenterX * right[1] + fromCenterY * down[1],
    right,
    down,
  }
}

function copyExact(source: Pixels, target: Pixels, row: number, { x, y, right, down }: PixelMapping): void {
  const from = new Uint32Array(source.data.buffer, source.data.byteOffset, source.data.length / 4)
  const to = new Uint32Array(target.data.buffer, target.data.byteOffset, target.data.length / 4)
  let at = Math.round(y + row * down[1]) * source.width + Math.round(x + row * down[0])
  const step = right[1] * source.width + right[0]
  for (
    let targetIndex = row * target.width, end = targetIndex + target.width;
    targetIndex < end;
    targetIndex += 1
  ) {
    to[targetIndex] = from[at] as number
    at += step
  }
}

/** Bilinear interpolation with premultiplied alpha; transparent beyond the edge. */
function copyInterpolated(source: Pixels, target: Pixels, row: number, mapping: PixelMapping): void {
  const { width, height, data } = source
  const { right, down } = mapping
  let targetIndex = row * target.width * 4
  for (let column = 0; column < target.width; column += 1, targetIndex += 4) {
    const x = mapping.x + column * right[0] + row * down[0]
    const y = mapping.y + column * right[1] + row * down[1]
    const left = Math.floor(x)
    const top = Math.floor(y)
    if (left < -1 || top < -1 || left >= width || top >= height) continue
    const fractionX = x - left
    const fractionY = y - top
    let red = 0
    let green = 0
    let blue = 0
    let opacity = 0
    for (let corner = 0; corner < 4; corner += 1) {
      const sourceX = left + (corner & 1)
      const sourceY = top + (corner >> 1)
      if (sourceX < 0 || sourceY < 0 || sourceX >= width || sourceY >= height) continue
      const fraction = (corner & 1 ? fractionX : 1 - fractionX) * (corner >> 1 ? fractionY : 1 - fractionY)
      const at = (sourceY * width + sourceX) * 4
      const weight = fraction * (data[at + 3] as number)
      red += weight * (data[at] as number)
      green += weight * (data[at + 1] as number)
      blue += weight * (data[at + 2] as number)
      opacity += weight
    }
    if (opacity === 0) continue
    target.data[targetIndex] = red / opacity
    target.data[targetIndex + 1] = green / opacity
    target.data[targetIndex + 2] = blue / opacity
    target.data[targetIndex + 3] = opacity
  }
}
