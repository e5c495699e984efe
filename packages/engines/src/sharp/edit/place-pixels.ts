/** Applies the geometry of an edit: orientation, flips, rotation, crop and resize. */
import type { EditGeometry } from '@filesmith/contract/image-edit/geometry'
import { resizeKernel } from '@filesmith/contract/image-edit/kernels'
import { mixPixels } from '@filesmith/contract/image-edit/mix-pixels'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import sharp, { type Sharp } from 'sharp'
import type { Report } from '../../process/helper-program.ts'
import type { Facts } from '../analyze.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { rotatePixels } from './rotate-pixels.ts'

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
  const upright = await whileReading(() => {
    // Flips precede rotation, both in sharp and in the contract; sharp converts profiles to sRGB by default.
    const image = sharp(input, facts.open).autoOrient()
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
