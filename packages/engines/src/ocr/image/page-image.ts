/** Decoded pixels of one page: rotated by its EXIF orientation and flattened onto white. */
import sharp, { type Sharp } from 'sharp'
import type { GrayImage } from './gray-image.ts'

export interface PageImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  /** Pixels per inch, if the file states it. */
  readonly density?: number | undefined
  /** Parts of it could not be read. */
  readonly isDamaged?: boolean
}

/** Clockwise. */
export type QuarterRotation = 0 | 90 | 180 | 270

export function openPageImage({ data, width, height, channels }: PageImage): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

/** Reduces gray RGB images to one channel, so that later steps process a third of the data. */
export async function rawImage(image: Sharp, density?: number): Promise<PageImage> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 3 || !isWithoutColor(data)) return { data, width, height, channels, density }
  const gray = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 3) gray[at] = data[from] as number
  return { data: gray, width, height, channels: 1, density }
}

function isWithoutColor(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false
  return true
}

export async function rotateImage(page: PageImage, rotation: QuarterRotation): Promise<PageImage> {
  return rotation === 0 ? page : rawImage(openPageImage(page).rotate(rotation), page.density)
}

export async function grayOf(page: PageImage): Promise<GrayImage> {
  if (page.channels === 1) return { pixels: page.data, width: page.width, height: page.height }
  return grayPixels(openPageImage(page))
}

export async function grayPixels(image: Sharp): Promise<GrayImage> {
  const { data, info } = await image
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

export function openGray({ pixels, width, height }: GrayImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
}
