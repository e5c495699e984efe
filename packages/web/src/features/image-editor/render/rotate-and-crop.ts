/** Flips, turns and crops a picture in one go: for every pixel that is kept, looks up where it was. */
import type { EditGeometry } from '@filesmith/contract/image-edit/geometry'
import { emptyPixels, type Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** After so many rows it says how far it is. */
const rowsPerReport = 64

type Flips = Pick<ImageEdit, 'flipHorizontal' | 'flipVertical'>

/** Yields the share that is done. A picture that stays as it is is handed back itself. */
export function* rotateAndCrop(
  source: Pixels,
  { rotateDegrees, turned, crop }: EditGeometry,
  flips: Flips,
): Generator<number, Pixels> {
  const isWhole = crop.width === turned.width && crop.height === turned.height
  const isUpright = rotateDegrees === 0 && !flips.flipHorizontal && !flips.flipVertical
  if (isWhole && isUpright) return source
  const kept = emptyPixels(crop.width, crop.height)
  const place = placeIn(source, { rotateDegrees, turned, crop }, flips)
  const copyRow = rotateDegrees % 90 === 0 ? copyWholePixels : copyBetweenPixels
  for (let y = 0; y < crop.height; y += 1) {
    copyRow(source, kept, y, place)
    if (y % rowsPerReport === 0) yield y / crop.height
  }
  return kept
}

/** Where the pixel 0, 0 of the result is in the source, and how far the next one to the right and the next below are. */
interface Place {
  readonly x: number
  readonly y: number
  readonly right: readonly [number, number]
  readonly down: readonly [number, number]
}

export function placeIn(
  source: Pick<Pixels, 'width' | 'height'>,
  { rotateDegrees, turned, crop }: Pick<EditGeometry, 'rotateDegrees' | 'turned' | 'crop'>,
  { flipHorizontal, flipVertical }: Flips,
): Place {
  const radians = (rotateDegrees * Math.PI) / 180
  // Of quarter turns exactly 0 and 1, so that whole pixels fall on whole pixels.
  const isQuarter = rotateDegrees % 90 === 0
  const cosine = isQuarter ? Math.round(Math.cos(radians)) : Math.cos(radians)
  const sine = isQuarter ? Math.round(Math.sin(radians)) : Math.sin(radians)
  const [signX, signY] = [flipHorizontal ? -1 : 1, flipVertical ? -1 : 1]
  const right = [signX * cosine, -signY * sine] as const
  const down = [signX * sine, signY * cosine] as const
  const fromCentreX = crop.left + 0.5 - turned.width / 2
  const fromCentreY = crop.top + 0.5 - turned.height / 2
  return {
    x: source.width / 2 - 0.5 + fromCentreX * right[0] + fromCentreY * down[0],
    y: source.height / 2 - 0.5 + fromCentreX * right[1] + fromCentreY * down[1],
    right,
    down,
  }
}

function copyWholePixels(source: Pixels, kept: Pixels, row: number, { x, y, right, down }: Place): void {
  const from = new Uint32Array(source.data.buffer, source.data.byteOffset, source.data.length / 4)
  const to = new Uint32Array(kept.data.buffer, kept.data.byteOffset, kept.data.length / 4)
  let at = Math.round(y + row * down[1]) * source.width + Math.round(x + row * down[0])
  const step = right[1] * source.width + right[0]
  for (let target = row * kept.width, end = target + kept.width; target < end; target += 1) {
    to[target] = from[at] as number
    at += step
  }
}

/** Mixes the four pixels around, each as far as it is opaque; beyond the edge there is nothing. */
function copyBetweenPixels(source: Pixels, kept: Pixels, row: number, place: Place): void {
  const { width, height, data } = source
  const { right, down } = place
  let target = row * kept.width * 4
  for (let column = 0; column < kept.width; column += 1, target += 4) {
    const x = place.x + column * right[0] + row * down[0]
    const y = place.y + column * right[1] + row * down[1]
    const left = Math.floor(x)
    const top = Math.floor(y)
    if (left < -1 || top < -1 || left >= width || top >= height) continue
    const shareRight = x - left
    const shareDown = y - top
    let red = 0
    let green = 0
    let blue = 0
    let opacity = 0
    for (let corner = 0; corner < 4; corner += 1) {
      const sourceX = left + (corner & 1)
      const sourceY = top + (corner >> 1)
      if (sourceX < 0 || sourceY < 0 || sourceX >= width || sourceY >= height) continue
      const share = (corner & 1 ? shareRight : 1 - shareRight) * (corner >> 1 ? shareDown : 1 - shareDown)
      const at = (sourceY * width + sourceX) * 4
      const weight = share * (data[at + 3] as number)
      red += weight * (data[at] as number)
      green += weight * (data[at + 1] as number)
      blue += weight * (data[at + 2] as number)
      opacity += weight
    }
    if (opacity === 0) continue
    kept.data[target] = red / opacity
    kept.data[target + 1] = green / opacity
    kept.data[target + 2] = blue / opacity
    kept.data[target + 3] = opacity
  }
}
