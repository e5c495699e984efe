/** Changes the pixels of an image under marks, and writes it again. */
import sharp from 'sharp'
import type { ImagePixels } from '../../page-layout/page-model.ts'
import { type Matrix, multiply, transformPoint } from '../../pdf/read/matrix.ts'
import { type DecodedImage, pixelsOf } from '../../pdf/read/read-image.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { EditedDocument } from './edited-document.ts'
import { boundsOfMark, inverted, type Mark } from './mark.ts'
import { nameOf } from './pdf-objects.ts'

export interface ImagePaint {
  readonly matrix: Matrix
  readonly marks: readonly Mark[]
  readonly color: readonly [number, number, number]
}

const jpegQuality = 92
const [gray, rgb, rgba] = [1, 3, 4]

/** Returns a reference to the new image; undefined if no pixel is under a mark and the image is not wanted anyway. */
export async function paintImage(
  document: EditedDocument,
  source: PdfDict,
  image: DecodedImage,
  paint: ImagePaint,
  isWanted = false,
): Promise<string | undefined> {
  const { width, height } = image
  const covered = coveredPixels(width, height, paint) ?? (isWanted ? new Uint8Array(0) : undefined)
  if (covered === undefined) return undefined
  const pixels = pixelsOf({ ...image, ...(image.data && { data: Uint8Array.from(image.data) }) })
  if (pixels === undefined) return undefined
  const { data, channels } = pixels
  paintPixels(pixels, covered, paint.color)
  const filter = document.resolve(source['/Filter'])
  const isLossy = [filter, ...document.array(filter)].some(each => /^(DCT|JPX)Decode$/.test(nameOf(each)))
  const colors = channels === rgba ? without(data, 3) : data
  const encoded = await encode(
    { data: colors, width, height, channels: channels === gray ? gray : rgb },
    isLossy,
  )
  const alpha = channels === rgba ? await encodeAlpha(document, { data, width, height }) : {}
  return document.addStream({ ...encoded.dict, ...alpha, ...keptEntries(source) }, encoded.data)
}

function paintPixels({ data, channels }: ImagePixels, covered: Uint8Array, color: ImagePaint['color']): void {
  for (let index = 0; index < covered.length; index++) {
    if (covered[index] === 0) continue
    const start = index * channels
    if (channels === gray) data[start] = Math.max(...color) > 127 ? 255 : 0
    else data.set(channels === rgba ? [...color, 255] : color, start)
  }
}

async function encodeAlpha(
  document: EditedDocument,
  { data, width, height }: Omit<RawImage, 'channels'>,
): Promise<PdfDict> {
  const alpha = Uint8Array.from({ length: width * height }, (_, index) => data[index * rgba + 3] ?? 0)
  if (alpha.every(value => value === 255)) return {}
  const mask = await encode({ data: alpha, width, height, channels: gray }, false)
  return { '/SMask': document.addStream(mask.dict, mask.data) }
}

/** A stencil: nothing is painted under the marks. */
export function paintStencil(
  document: EditedDocument,
  source: PdfDict,
  { data, width, height }: DecodedImage,
  paint: ImagePaint,
): string | undefined {
  const covered = coveredPixels(width, height, paint)
  if (covered === undefined || data === undefined) return undefined
  const bits = Uint8Array.from(data)
  const rowBytes = (width + 7) >> 3
  for (let index = 0; index < covered.length; index++) {
    if (covered[index] === 0) continue
    const [x, y] = [index % width, Math.floor(index / width)]
    const byte = y * rowBytes + (x >> 3)
    bits[byte] = (bits[byte] ?? 0) | (128 >> (x & 7))
  }
  const { dict } = imageStream({ width, height, bits: 1 }, bits)
  return document.addStream({ ...dict, '/ImageMask': true, ...keptEntries(source) }, bits)
}

/** One for every pixel that a mark touches; undefined if there is none. */
function coveredPixels(width: number, height: number, { matrix, marks }: ImagePaint): Uint8Array | undefined {
  // The first row of pixels is at the upper edge of the unit square.
  const fromPixels = multiply(matrix, [1 / width, 0, 0, -1 / height, 0, 1])
  const toPixels = inverted(fromPixels)
  let covered: Uint8Array | undefined
  for (const { frame } of marks) {
    const toMark = inverted(frame)
    if (toPixels === undefined || toMark === undefined) continue
    const pixelToMark = multiply(toMark, fromPixels)
    // Half a pixel, as seen by the mark.
    const marginX = (Math.abs(pixelToMark[0]) + Math.abs(pixelToMark[2])) / 2
    const marginY = (Math.abs(pixelToMark[1]) + Math.abs(pixelToMark[3])) / 2
    const [left, top, right, bottom] = boundsOfMark(multiply(toPixels, frame))
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++) {
        const [along, across] = transformPoint(pixelToMark, x + 0.5, y + 0.5)
        const isTouched = along > -marginX && along < 1 + marginX && across > -marginY && across < 1 + marginY
        if (!isTouched) continue
        covered ??= new Uint8Array(width * height)
        covered[y * width + x] = 1
      }
  }
  return covered
}

interface RawImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: typeof gray | typeof rgb
}

interface EncodedImage {
  readonly dict: PdfDict
  readonly data: Uint8Array
}

/** Photographs stay JPEG; qpdf compresses everything else without loss. */
async function encode(image: RawImage, isLossy: boolean): Promise<EncodedImage> {
  const { width, height } = image
  const { data, channels } = image.channels === rgb && isGray(image.data) ? firstChannel(image) : image
  const size = { width, height, bits: 8, color: channels === gray ? 'DeviceGray' : 'DeviceRGB' }
  if (isLossy) {
    const jpeg = await sharp(data, {
      raw: { width, height, channels: channels === gray ? 1 : 3 },
      limitInputPixels: false,
    })
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return imageStream({ ...size, ...(await jpegColor(jpeg)) }, jpeg, 'DCTDecode')
  }
  if (channels === gray && data.every(value => value === 0 || value === 255))
    return imageStream({ ...size, bits: 1 }, packedBits(data, width, height))
  return imageStream(size, data)
}

async function jpegColor(jpeg: Buffer): Promise<{ readonly color: string }> {
  const { channels } = await sharp(jpeg).metadata()
  return { color: channels === gray ? 'DeviceGray' : 'DeviceRGB' }
}

function imageStream(
  image: { readonly width: number; readonly height: number; readonly bits: number; readonly color?: string },
  data: Uint8Array,
  filter?: string,
): EncodedImage {
  const dict: PdfDict = {
    '/Type': '/XObject',
    '/Subtype': '/Image',
    '/Width': image.width,
    '/Height': image.height,
    '/BitsPerComponent': image.bits,
    ...(image.color && { '/ColorSpace': `/${image.color}` }),
    ...(filter && { '/Filter': `/${filter}` }),
  }
  return { dict, data }
}

function keptEntries(source: PdfDict): PdfDict {
  const kept = ['/Interpolate', '/OC'].flatMap(key => {
    const value = source[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(kept)
}

function without(data: Uint8Array, channel: number): Uint8Array {
  return data.filter((_, index) => index % rgba !== channel)
}

function isGray(data: Uint8Array): boolean {
  for (let index = 0; index + 2 < data.length; index += 3)
    if (data[index] !== data[index + 1] || data[index] !== data[index + 2]) return false
  return true
}

function firstChannel({ data, width, height }: RawImage): RawImage {
  return { data: data.filter((_, index) => index % 3 === 0), width, height, channels: gray }
}

function packedBits(data: Uint8Array, width: number, height: number): Uint8Array {
  const rowBytes = (width + 7) >> 3
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = y * rowBytes + (x >> 3)
      if (data[y * width + x] === 255) bits[byte] = (bits[byte] ?? 0) | (128 >> (x & 7))
    }
  return bits
}
