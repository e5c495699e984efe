/** Rotates an image by any angle around its center and renders only the cropped area. */
import type { EditGeometry } from '@filesmith/contract/image-edit/geometry'
import { rotatedSize } from '@filesmith/contract/image-edit/geometry'

interface Source {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

const channels = 4

/** RGBA in, RGBA out, bilinear; outside of the source is transparent, with antialiased edges. */
export function rotatePixels(source: Source, degrees: number, crop: EditGeometry['crop']): Buffer {
  const rotated = rotatedSize(source, degrees)
  const radians = (degrees * Math.PI) / 180
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)]
  const target = Buffer.alloc(crop.width * crop.height * channels)
  const { data, width, height } = source
  for (let row = 0, at = 0; row < crop.height; row++) {
    const dy = crop.top + row + 0.5 - rotated.height / 2
    let dx = crop.left + 0.5 - rotated.width / 2
    for (let column = 0; column < crop.width; column++, dx += 1, at += channels) {
      const x = cosine * dx + sine * dy + width / 2 - 0.5
      const y = cosine * dy - sine * dx + height / 2 - 0.5
      if (x <= -1 || y <= -1 || x >= width || y >= height) continue
      const left = Math.floor(x)
      const top = Math.floor(y)
      const toRight = ((x - left) * 256) | 0
      const toBottom = ((y - top) * 256) | 0
      if (left >= 0 && top >= 0 && left < width - 1 && top < height - 1)
        mixInside(data, (top * width + left) * channels, width * channels, toRight, toBottom, target, at)
      else mixAtEdge(source, left, top, toRight, toBottom, target, at)
    }
  }
  return target
}

/** The weights of the four neighbors add up to 65536. */
function mixInside(
  data: Uint8Array,
  from: number,
  rowBytes: number,
  toRight: number,
  toBottom: number,
  target: Uint8Array,
  at: number,
): void {
  const [right, below] = [from + channels, from + rowBytes]
  const diagonal = below + channels
  const a = data[from + 3] as number
  if (a !== data[right + 3] || a !== data[below + 3] || a !== data[diagonal + 3]) {
    mixTransparent(data, [from, right, below, diagonal], toRight, toBottom, target, at)
    return
  }
  const w11 = toRight * toBottom
  const w10 = (toBottom << 8) - w11
  const w01 = (toRight << 8) - w11
  const w00 = 65536 - w01 - w10 - w11
  for (let channel = 0; channel < 3; channel++)
    target[at + channel] =
      ((data[from + channel] as number) * w00 +
        (data[right + channel] as number) * w01 +
        (data[below + channel] as number) * w10 +
        (data[diagonal + channel] as number) * w11 +
        32768) >>>
      16
  target[at + 3] = a
}

function mixAtEdge(
  { data, width, height }: Source,
  left: number,
  top: number,
  toRight: number,
  toBottom: number,
  target: Uint8Array,
  at: number,
): void {
  const offsetOf = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? undefined : (y * width + x) * channels
  const offsets = [
    offsetOf(left, top),
    offsetOf(left + 1, top),
    offsetOf(left, top + 1),
    offsetOf(left + 1, top + 1),
  ] as const
  mixTransparent(data, offsets, toRight, toBottom, target, at)
}

type Offsets = readonly [number | undefined, number | undefined, number | undefined, number | undefined]

/** Weights neighbors by their alpha; missing neighbors have none. */
function mixTransparent(
  data: Uint8Array,
  offsets: Offsets,
  toRight: number,
  toBottom: number,
  target: Uint8Array,
  at: number,
): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let index = 0; index < 4; index++) {
    const from = offsets[index]
    if (from === undefined) continue
    const weight = (index % 2 === 0 ? 256 - toRight : toRight) * (index < 2 ? 256 - toBottom : toBottom)
    const opacity = weight * (data[from + 3] as number)
    red += opacity * (data[from] as number)
    green += opacity * (data[from + 1] as number)
    blue += opacity * (data[from + 2] as number)
    alpha += opacity
  }
  if (alpha === 0) return
  target[at] = red / alpha + 0.5
  target[at + 1] = green / alpha + 0.5
  target[at + 2] = blue / alpha + 0.5
  target[at + 3] = alpha / 65536 + 0.5
}
