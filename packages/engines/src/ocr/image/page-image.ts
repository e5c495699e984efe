/** Pixels of one page as they were decoded: upright by their own mark of orientation, on white. */
import sharp, { type Sharp } from 'sharp'
import type { GrayImage } from './gray-image.ts'

export interface PageImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  /** Pixels an inch, where the file says so. */
  readonly density?: number | undefined
}

/** Clockwise. */
export type QuarterRotation = 0 | 90 | 180 | 270

export function openImage({ data, width, height, channels }: PageImage): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

/** One channel where there is no colour: every further step costs a third. */
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

export async function rotateImage(picture: PageImage, turn: QuarterRotation): Promise<PageImage> {
  return turn === 0 ? picture : rawImage(openImage(picture).rotate(turn), picture.density)
}

export async function grayOf(picture: PageImage): Promise<GrayImage> {
  if (picture.channels === 1) return { pixels: picture.data, width: picture.width, height: picture.height }
  return grayPixels(openImage(picture))
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
