/** Pixels of one page as they were decoded: upright by their own mark of orientation, on white. */
import sharp, { type Sharp } from 'sharp'
import type { GreyPicture } from './grey-picture.ts'

export interface PagePicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  /** Pixels an inch, where the file says so. */
  readonly density?: number | undefined
}

/** Clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270

export function openPicture({ data, width, height, channels }: PagePicture): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

/** One channel where there is no colour: every further step costs a third. */
export async function rawPicture(image: Sharp, density?: number): Promise<PagePicture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 3 || !isWithoutColour(data)) return { data, width, height, channels, density }
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 3) grey[at] = data[from] as number
  return { data: grey, width, height, channels: 1, density }
}

function isWithoutColour(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false
  return true
}

export async function turnPicture(picture: PagePicture, turn: QuarterTurn): Promise<PagePicture> {
  return turn === 0 ? picture : rawPicture(openPicture(picture).rotate(turn), picture.density)
}

export async function greyOf(picture: PagePicture): Promise<GreyPicture> {
  if (picture.channels === 1) return { pixels: picture.data, width: picture.width, height: picture.height }
  return greyPixels(openPicture(picture))
}

export async function greyPixels(image: Sharp): Promise<GreyPicture> {
  const { data, info } = await image
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

export function openGrey({ pixels, width, height }: GreyPicture): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
}
