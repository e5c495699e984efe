/** Applies the geometry of an edit: orientation, flips, rotation, crop and resize. */
import type { EditGeometry } from '@filesmith/contract/image-edit/geometry'
import { rotatedSize } from '@filesmith/contract/image-edit/geometry'
import { resizeKernel } from '@filesmith/contract/image-edit/kernels'
import { mixPixels } from '@filesmith/contract/image-edit/mix-pixels'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import sharp, { type Sharp } from 'sharp'
import type { Report } from '../../process/helper-program.ts'
import { type Facts, pixelSource } from '../analyze.ts'
import { whileReading, whileWriting } from '../failures.ts'

/** RGBA with straight alpha, one byte per channel. */
export interface RgbaPixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  /** Known to have no transparent pixels. */
  readonly isOpaque: boolean
}

export async function placePixels(
  input: Buffer,
  facts: Facts,
  edit: ImageEdit,
  { rotateDegrees, crop, output }: EditGeometry,
  report: Report,
): Promise<RgbaPixels> {
  const isQuarterRotation = rotateDegrees % 90 === 0
  const upright = await whileReading(async () => {
    // Flips precede rotation, both in sharp and in the contract; sharp converts profiles to sRGB by default.
    const image = sharp(await pixelSource(input, facts), facts.open).autoOrient()
    if (edit.flipVertical) image.flip()
    if (edit.flipHorizontal) image.flop()
    if (isQuarterRotation && rotateDegrees > 0) image.rotate(rotateDegrees)
    return rgba(image)
  })
  report(30, 'decode')
  if (isQuarterRotation) {
    const pixels = { ...upright, isOpaque: !facts.hasAlpha }
    const isWhole = crop.width === upright.width && crop.height === upright.height
    return isWhole ? resizePixels(pixels, output) : resizePixels(pixels, output, crop)
  }
  const data = rotatePixels(upright, rotateDegrees, crop)
  const rotated = { data, width: crop.width, height: crop.height, isOpaque: false }
  report(40, 'turn')
  return resizePixels(rotated, output)
}

async function resizePixels(
  pixels: RgbaPixels,
  output: { width: number; height: number },
  crop?: EditGeometry['crop'],
): Promise<RgbaPixels> {
  const { width, height } = crop ?? pixels
  const keepsSize = output.width === width && output.height === height
  if (keepsSize && crop === undefined) return pixels
  return whileWriting(async () => {
    const image = openRgba(pixels)
    if (crop) image.extract(crop)
    if (output.width > width || output.height > height)
      return enlarge(await rgba(image), output, pixels.isOpaque)
    if (!keepsSize) image.resize(output.width, output.height, { fit: 'fill', kernel: 'lanczos3' })
    return { ...(await rgba(image)), isOpaque: pixels.isOpaque }
  })
}

/** Uses the kernel of the contract: enlarging with libvips shifts the image half a pixel to the right and down. */
function enlarge(
  pixels: Omit<RgbaPixels, 'isOpaque'>,
  { width, height }: { width: number; height: number },
  isOpaque: boolean,
): RgbaPixels {
  const across = resizeKernel(pixels.width, width)
  const down = resizeKernel(pixels.height, height)
  return fromClamped(atOnce(mixPixels(toClamped(pixels), across, down)), isOpaque)
}

/** View of the same bytes in the type that the contract uses. */
export function toClamped({ data, width, height }: Omit<RgbaPixels, 'isOpaque'>): Pixels {
  const bytes = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length)
  return { data: bytes, width, height }
}

export function fromClamped({ data, width, height }: Pixels, isOpaque: boolean): RgbaPixels {
  return { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, isOpaque }
}

export function openRgba({ data, width, height }: Omit<RgbaPixels, 'isOpaque'>): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
}

async function rgba(image: Sharp): Promise<Omit<RgbaPixels, 'isOpaque'>> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

interface Source {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

const channels = 4

/** RGBA in, RGBA out, bilinear; outside of the source is transparent, with antialiased edges. */
function rotatePixels(source: Source, degrees: number, crop: EditGeometry['crop']): Buffer {
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
