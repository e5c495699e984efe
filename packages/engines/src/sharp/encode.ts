/** Encodes decoded pixels in the target format and quality. */
import sharp from 'sharp'
import type { ImageOutput, ImageQuality, ImageRequest } from '../image-request.ts'
import { writeApng } from './apng/write-apng.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileWriting } from './failures.ts'
import { openPixels, type TiffPixels } from './pixels.ts'
import {
  avifQuality,
  bmpBitsPerPixel,
  gifQuality,
  icoPng,
  icoSizes,
  jpgQuality,
  lowTiffColors,
  mediumGifColors,
  pngQuality,
  tiffQuality,
  webpQuality,
} from './quality.ts'
import { reduceColors } from './reduce-colors.ts'
import { writeBmp } from './write-bmp.ts'
import { writePdf } from './write-pdf.ts'

/** Encodes an ICO file: the same image in several square sizes. */
const largestSide = 256
const headerBytes = 6
const entryBytes = 16

async function encodeIco(pixels: TiffPixels, quality: ImageQuality): Promise<Buffer> {
  // Scale down from a single 256-pixel version: opening a large image once per size would take seconds.
  const { data, info } = await openPixels(pixels)
    .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
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
function drawIcon(image: Buffer, side: number, quality: ImageQuality): Promise<Buffer> {
  return sharp(image)
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

export type SharpOutput = Exclude<ImageOutput, 'jxl'>

type Encoder = (pixels: TiffPixels, quality: ImageQuality) => Promise<Uint8Array>

const encoders: Readonly<Record<SharpOutput, Encoder>> = {
  png: (pixels, quality) => openPixels(pixels).png(pngQuality[quality]).toBuffer(),
  jpg: (pixels, quality) => openPixels(pixels).jpeg(jpgQuality[quality]).toBuffer(),
  webp: (pixels, quality) => openPixels(pixels).webp(webpQuality[quality]).toBuffer(),
  gif: encodeGif,
  apng: encodeApng,
  avif: (pixels, quality) => openPixels(pixels).avif(avifQuality[quality]).toBuffer(),
  tiff: encodeTiff,
  bmp: encodeBmp,
  ico: encodeIco,
  pdf: async (pixels, quality) => writePdf([await encodePdfPage(pixels, quality)]),
}

export function encode(pixels: TiffPixels, request: ImageRequest): Promise<Uint8Array> {
  if (request.isIntermediate) return openPixels(pixels).png({ compressionLevel: 0 }).toBuffer()
  const encoder = encoders[request.to as SharpOutput]
  return whileWriting(() => encoder(pixels, request.quality))
}

/** JPEG in TIFF has no alpha, so transparent images get a palette instead. */
async function encodeTiff(pixels: TiffPixels, quality: ImageQuality): Promise<Buffer> {
  if (quality !== 'low' || !pixels.hasAlpha) return openPixels(pixels).tiff(tiffQuality[quality]).toBuffer()
  const paletted = await openPixels(pixels).png(lowTiffColors).toBuffer()
  return sharp(paletted, { limitInputPixels: false }).tiff(tiffQuality.medium).toBuffer()
}

/** An animation with a single frame. */
async function encodeApng(pixels: TiffPixels, quality: ImageQuality): Promise<Buffer> {
  const { data, info } = await openPixels(pixels).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const frames = { data, width: info.width, height: info.height, delays: [0], loop: 0 }
  return writeApng(frames, quality === 'low' ? {} : undefined)
}

async function encodeBmp(pixels: TiffPixels, quality: ImageQuality): Promise<Uint8Array> {
  const bitsPerPixel = bmpBitsPerPixel[quality]
  const image = openPixels(pixels)
  const raw = await (bitsPerPixel === 32 ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return writeBmp({ data: raw.data, ...raw.info }, bitsPerPixel)
}

/** Encodes a still GIF with 256, 64 or 16 colors. */
async function encodeGif(pixels: TiffPixels, quality: ImageQuality): Promise<Buffer> {
  const gif = await openPixels(pixels).gif(gifQuality[quality]).toBuffer()
  if (quality !== 'medium') return gif
  const { data, info } = await sharp(gif, { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceColors(data, mediumGifColors)
  return sharp(data, { raw: info, limitInputPixels: false }).gif(gifQuality.medium).toBuffer()
}
