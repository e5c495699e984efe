/** Raw pixels between decoding and resizing: interleaved channels of 8 or 16 bits. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import sharp, { type Sharp } from 'sharp'
import { inSpace, type PixelSpace } from '../pixels.ts'

export interface Raster extends Size {
  readonly data: Uint8Array | Uint16Array
  /** Gray or RGB, with or without alpha. */
  readonly channels: 1 | 2 | 3 | 4
}

/** A part of an image, in whole pixels. */
export interface Window extends Size {
  readonly left: number
  readonly top: number
}

export function fullWindow({ width, height }: Size): Window {
  return { left: 0, top: 0, width, height }
}

export function hasOpacity({ channels }: Pick<Raster, 'channels'>): boolean {
  return channels % 2 === 0
}

export function isDeep({ data }: Pick<Raster, 'data'>): boolean {
  return data instanceof Uint16Array
}

export function spaceOf(raster: Raster): PixelSpace {
  if (isDeep(raster)) return raster.channels <= 2 ? 'grey16' : 'rgb16'
  return raster.channels <= 2 ? 'b-w' : 'srgb'
}

export function openRaster({ data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

export async function toRaster(image: Sharp, space: PixelSpace): Promise<Raster> {
  const is16Bit = space === 'rgb16' || space === 'grey16'
  const { data, info } = await inSpace(image, space)
    .raw({ depth: is16Bit ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const channels = info.channels as Raster['channels']
  return { data: is16Bit ? asUint16(data) : data, width, height, channels }
}

export function asUint16(bytes: Buffer): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
}
