/**
 * Finds what an EPS file has of pixels, without running its PostScript: a single image in hexadecimal digits, which keeps its
 * size that way, or for files that cannot be drawn the TIFF of a DOS header or the preview in comments (EPSI).
 */
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'

export type EpsImage =
  | { readonly kind: 'image'; readonly pixels: DecodedPixels }
  | { readonly kind: 'preview'; readonly pixels: DecodedPixels }
  | { readonly kind: 'tiff'; readonly tiff: Buffer }

const dosMark = 0xc6d3_d0c5
const dosHeaderBytes = 30
const maxHeaderCharacters = 1_000_000

export function readEps(file: Buffer, maxPixels: number): EpsImage | undefined {
  if (file.length > dosHeaderBytes && file.readUInt32LE(0) === dosMark) return readDos(file)
  const text = file.toString('latin1', 0, Math.min(file.length, maxHeaderCharacters))
  const image = findImage(text)
  if (image) return { kind: 'image', pixels: readHex(file, image, maxPixels) }
  const preview = findPreview(text)
  return preview && { kind: 'preview', pixels: readHex(file, preview, maxPixels) }
}

function readDos(file: Buffer): EpsImage | undefined {
  const [start, length] = [file.readUInt32LE(20), file.readUInt32LE(24)]
  if (start === 0 || length === 0 || start >= file.length) return undefined
  return { kind: 'tiff', tiff: file.subarray(start, start + length) }
}

interface HexImage {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly bits: number
  /** Of black; previews have it the other way round. */
  readonly isInverted: boolean
  readonly start: number
}

/** Rows from top to bottom, as the negative height in the matrix says, and nothing else drawn but the image. */
const image =
  /\s(\d{1,6})\s+(\d{1,6})\s+(1|8)\s*\[\s*\d+ 0 0 -\d+ 0 \d+\s*\]\s*\{([^{}]*)\}\s*(?:bind\s+)?(?:(image)|false\s+3\s+colorimage)\s/
const drawing = /\s(?:stroke|fill|eofill|show)\s/

function findImage(text: string): HexImage | undefined {
  const found = image.exec(text)
  const isHexadecimal = found?.[4]?.includes('readhexstring') === true
  if (!isHexadecimal || drawing.test(text.slice(0, found.index))) return undefined
  return {
    width: Number(found[1]),
    height: Number(found[2]),
    bits: Number(found[3]),
    channels: found[5] === 'image' ? 1 : 3,
    isInverted: false,
    start: found.index + found[0].length,
  }
}

const preview = /%%BeginPreview:\s*(\d+)\s+(\d+)\s+(1|8)\s+\d+/

function findPreview(text: string): HexImage | undefined {
  const found = preview.exec(text)
  if (found === null) return undefined
  const [width, height, bits] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return { width, height, bits, channels: 1, isInverted: true, start: found.index + found[0].length }
}

/** Everything but digits is skipped: line breaks and the percent signs of comments. */
function readHex(file: Buffer, given: HexImage, maxPixels: number): DecodedPixels {
  const { width, height, channels, bits, isInverted, start } = given
  checkDecodedSize(width, height, maxPixels)
  const rowBytes = Math.ceil((width * channels * bits) / 8)
  const bytes = Buffer.alloc(rowBytes * height)
  let digits = 0
  for (let at = start; at < file.length && digits < bytes.length * 2; at++) {
    const digit = hexDigit(file[at] as number)
    if (digit < 0) continue
    const to = digits >> 1
    bytes[to] = ((bytes[to] as number) << 4) | digit
    digits++
  }
  const data = bits === 8 ? bytes : unpackBits(bytes, width, height, rowBytes)
  if (isInverted) for (let at = 0; at < data.length; at++) data[at] = 255 - (data[at] as number)
  return { width, height, data, channels, readShare: digits / (bytes.length * 2) }
}

function unpackBits(bytes: Buffer, width: number, height: number, rowBytes: number): Buffer {
  const data = Buffer.alloc(width * height)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    data[at] = ((bytes[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1 ? 255 : 0
  }
  return data
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = (code | 32) - 97
  return letter >= 0 && letter < 6 ? letter + 10 : -1
}
