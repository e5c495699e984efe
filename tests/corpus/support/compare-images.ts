/** Compares images by mean pixel difference instead of bytes. */
import sharp, { type Sharp } from 'sharp'
import type { Image } from './images.ts'

export function toSharp(image: Image): Sharp {
  return sharp(image.data, { raw: image })
}

/** Mean absolute difference of red, green and blue, 0 to 255, both flattened onto white at a quarter of the size. */
export async function difference(one: Sharp, other: Sharp): Promise<number> {
  const { width } = await one.metadata()
  return meanDifference(await small(one, Math.ceil(width / 4)), await small(other, Math.ceil(width / 4)))
}

/** The same at full size, which shows encoder losses. */
export async function exactDifference(one: Sharp, other: Sharp): Promise<number> {
  return meanDifference(await pixels(one), await pixels(other))
}

function small(image: Sharp, width: number): Promise<Buffer> {
  return pixels(image.clone().resize({ width }))
}

function pixels(image: Sharp): Promise<Buffer> {
  return image.clone().flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer()
}

function meanDifference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] as number)), 0) / one.length
}
