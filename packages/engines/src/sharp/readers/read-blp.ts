/** Reads textures of Blizzard games (BLP), versions 1 and 2: palettes and plain pixels; blocks (DXT) as a DDS file. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'

const encodings = { palette: 1, blocks: 2, bgra: 3 } as const
const paletteBytes = 1024

interface Header {
  readonly encoding: number
  readonly alphaBits: number
  readonly alphaType: number
  readonly width: number
  readonly height: number
  readonly paletteAt: number
  /** The largest of the sizes. */
  readonly pixels: Buffer
}

export function readBlp(file: Buffer, maxPixels: number): DecodedPixels | { readonly dds: Buffer } {
  if (file.length < 156) throw new JobFailure('file-damaged')
  const header = file.toString('latin1', 0, 4) === 'BLP2' ? readSecond(file) : readFirst(file)
  checkDecodedSize(header.width, header.height, maxPixels)
  if (header.encoding === encodings.blocks) return { dds: asDds(header) }
  if (header.encoding === encodings.bgra) return readBgra(header)
  if (header.encoding !== encodings.palette || file.length < header.paletteAt + paletteBytes)
    throw new JobFailure('unsupported-variant')
  return readIndexes(header, file.subarray(header.paletteAt))
}

function readSecond(file: Buffer): Header {
  // JPEG, which no known file has in this version.
  if (file.readUInt32LE(4) !== 1) throw new JobFailure('unsupported-variant')
  return {
    encoding: file.readUInt8(8),
    alphaBits: file.readUInt8(9),
    alphaType: file.readUInt8(10),
    width: file.readUInt32LE(12),
    height: file.readUInt32LE(16),
    paletteAt: 148,
    pixels: pixelsAt(file, 20, 84),
  }
}

function readFirst(file: Buffer): Header {
  // JPEG with swapped channels.
  if (file.readUInt32LE(4) !== 1) throw new JobFailure('unsupported-variant')
  return {
    encoding: encodings.palette,
    alphaBits: file.readUInt32LE(8),
    alphaType: 0,
    width: file.readUInt32LE(12),
    height: file.readUInt32LE(16),
    paletteAt: 156,
    pixels: pixelsAt(file, 28, 92),
  }
}

function pixelsAt(file: Buffer, offsetAt: number, lengthAt: number): Buffer {
  const start = file.readUInt32LE(offsetAt)
  return file.subarray(start, start + file.readUInt32LE(lengthAt))
}

function readBgra({ width, height, pixels }: Header): DecodedPixels {
  const data = new Uint8Array(width * height * 4)
  const end = Math.min(data.length, pixels.length - (pixels.length % 4))
  for (let at = 0; at < end; at += 4) {
    data[at] = pixels[at + 2] as number
    data[at + 1] = pixels[at + 1] as number
    data[at + 2] = pixels[at] as number
    data[at + 3] = pixels[at + 3] as number
  }
  return { width, height, data, channels: 4, readShare: end / data.length }
}

/** Indexes of all pixels, then their opacity with 1, 4 or 8 bits. */
function readIndexes({ width, height, pixels, alphaBits }: Header, palette: Buffer): DecodedPixels {
  const count = width * height
  const data = new Uint8Array(count * 4)
  const read = Math.min(count, pixels.length)
  for (let pixel = 0; pixel < read; pixel++) {
    const color = (pixels[pixel] as number) * 4
    for (let channel = 0; channel < 3; channel++)
      data[pixel * 4 + channel] = palette[color + 2 - channel] as number
    data[pixel * 4 + 3] = opacityOf(pixels, count, pixel, alphaBits)
  }
  return { width, height, data, channels: 4, readShare: read / count }
}

function opacityOf(pixels: Buffer, count: number, pixel: number, bits: number): number {
  if (bits === 8) return pixels[count + pixel] ?? 255
  if (bits === 4) return (((pixels[count + (pixel >> 1)] ?? 255) >> (4 * (pixel & 1))) & 15) * 17
  if (bits === 1) return ((pixels[count + (pixel >> 3)] ?? 255) >> (pixel & 7)) & 1 ? 255 : 0
  return 255
}

const ddsHeaderBytes = 128
const ddsFlags = 0x1007
const fourCcFlag = 4
const textureCaps = 0x1000

function asDds({ width, height, pixels, alphaBits, alphaType }: Header): Buffer {
  const fourCc = alphaBits <= 1 ? 'DXT1' : alphaType === 7 ? 'DXT5' : 'DXT3'
  const header = Buffer.alloc(ddsHeaderBytes)
  header.write('DDS ', 0, 'latin1')
  header.writeUInt32LE(124, 4)
  header.writeUInt32LE(ddsFlags, 8)
  header.writeUInt32LE(height, 12)
  header.writeUInt32LE(width, 16)
  header.writeUInt32LE(32, 76)
  header.writeUInt32LE(fourCcFlag, 80)
  header.write(fourCc, 84, 'latin1')
  header.writeUInt32LE(textureCaps, 108)
  return Buffer.concat([header, pixels])
}
