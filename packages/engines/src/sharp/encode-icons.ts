/** Encodes icons for Windows (ICO) and macOS (ICNS): the same image in several square sizes. */
import sharp from 'sharp'
import type { ImageQuality } from '../image-request.ts'
import { openPixels, type Pixels } from './pixels.ts'
import { icoPng, icoSizes } from './quality.ts'

const largestIcoSide = 256
const headerBytes = 6
const entryBytes = 16

export async function encodeIco(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  // Scale down from a single 256-pixel version: opening a large image once per size would take seconds.
  const { data, info } = await openPixels(pixels)
    .resize(largestIcoSide, largestIcoSide, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const sourceSide = Math.max(info.width, info.height)
  const sides = [...new Set([...icoSizes[quality].filter(side => side < sourceSide), sourceSide])]
  const images = await Promise.all(
    sides.map(async side => ({ side, png: await drawIcon(data, side, quality) })),
  )
  return packIcons(images)
}

/** An image that is not square is centered on a transparent square. */
export function drawIcon(image: Buffer, side: number, quality: ImageQuality): Promise<Buffer> {
  return sharp(image)
    .ensureAlpha()
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png(icoPng[quality])
    .toBuffer()
}

export function packIcons(images: readonly { side: number; png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(headerBytes + entryBytes * images.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(images.length, 4)
  let offset = directory.length
  images.forEach(({ side, png }, index) => {
    const entry = headerBytes + entryBytes * index
    // 256 does not fit into a byte; the format writes it as 0.
    directory.writeUInt8(side % 256, entry)
    directory.writeUInt8(side % 256, entry + 1)
    directory.writeUInt16LE(1, entry + 4)
    directory.writeUInt16LE(32, entry + 6)
    directory.writeUInt32LE(png.length, entry + 8)
    directory.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([directory, ...images.map(image => image.png)])
}

const largestIcnsSide = 1024

/** Sizes up to that of the image; a smaller one than the smallest is enlarged. */
export async function encodeIcns(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  const { data, info } = await openPixels(pixels)
    .resize(largestIcnsSide, largestIcnsSide, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const sourceSide = Math.max(info.width, info.height)
  const fitting = icnsSides.filter(side => side <= sourceSide)
  const next = icnsSides.find(side => side > sourceSide)
  // The next larger one, so that no pixel of the source is lost.
  const isBetween = !icnsSides.includes(sourceSide) && next !== undefined
  const sides = isBetween ? [...fitting, next] : fitting
  return writeIcns(
    await Promise.all(sides.map(async side => ({ side, png: await drawIcon(data, side, quality) }))),
  )
}

/** Packs PNG images as an Apple icon (ICNS). */

/** Types by side; the second of a side is for screens with twice the pixels. */
const typesBySide: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

const icnsSides: readonly number[] = Object.keys(typesBySide).map(Number)
const icnsHeaderBytes = 8

function writeIcns(images: readonly { readonly side: number; readonly png: Buffer }[]): Buffer {
  const entries = images.flatMap(({ side, png }) =>
    (typesBySide[side] ?? []).flatMap(type => [header(type, png.length), png]),
  )
  const length = entries.reduce((sum, entry) => sum + entry.length, 0)
  return Buffer.concat([header('icns', length), ...entries])
}

function header(type: string, contentBytes: number): Buffer {
  const bytes = Buffer.alloc(icnsHeaderBytes)
  bytes.write(type, 0, 'latin1')
  bytes.writeUInt32BE(contentBytes + icnsHeaderBytes, 4)
  return bytes
}
