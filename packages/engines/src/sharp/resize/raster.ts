/** Plain pixels between reading and resizing: rows of 8-bit channels as they are stored. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import sharp, { type Sharp } from 'sharp'

export interface Raster extends Size {
  readonly data: Buffer
  /** Grey or colours, with or without opacity. */
  readonly channels: 1 | 2 | 3 | 4
}

/** A part of a picture, in whole pixels. */
export interface Window extends Size {
  readonly left: number
  readonly top: number
}

export function wholeOf({ width, height }: Size): Window {
  return { left: 0, top: 0, width, height }
}

export function hasOpacity({ channels }: Pick<Raster, 'channels'>): boolean {
  return channels % 2 === 0
}

export function openRaster({ data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

export async function toRaster(image: Sharp, space: 'srgb' | 'b-w'): Promise<Raster> {
  const { data, info } = await image
    .toColourspace(space)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] }
}
