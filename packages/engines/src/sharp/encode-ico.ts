/** Writes an icon file: the same picture in several square sizes. */
import sharp from 'sharp'
import type { ImageQuality } from '../image-request.ts'
import { openPixels, type Pixels } from './pixels.ts'
import { icoPng, icoSizes } from './quality.ts'

const largestSide = 256
const headerBytes = 6
const entryBytes = 16

export async function encodeIco(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  // Worked down from one 256 pixel version: opening a large picture once per size would cost seconds.
  const { data, info } = await openPixels(pixels)
    .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const ownSide = Math.max(info.width, info.height)
  const sides = [...new Set([...icoSizes[quality].filter(side => side < ownSide), ownSide])]
  const images = await Promise.all(
    sides.map(async side => ({ side, png: await drawIcon(data, side, quality) })),
  )
  return packIcons(images)
}

/** A picture that is not square stands in the middle of a transparent square. */
function drawIcon(picture: Buffer, side: number, quality: ImageQuality): Promise<Buffer> {
  return sharp(picture)
    .ensureAlpha()
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png(icoPng[quality])
    .toBuffer()
}

function packIcons(images: readonly { side: number; png: Buffer }[]): Buffer {
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
