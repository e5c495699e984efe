/** Reads BMP files of every Windows and OS/2 version, and the headless bitmaps (DIB) inside icons. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels, type EmbeddedFile } from './decoded-image.ts'
import { readRuns } from './read-bmp-runs.ts'

const fileHeaderBytes = 14
const coreHeaderBytes = 12
/** Header of OS/2 2.x, where two compression numbers have another meaning. */
const os2HeaderBytes = 64
const infoHeaderBytes = 40
/** Version 5. */
const longestHeaderBytes = 124

const compressions = {
  none: 0,
  rle8: 1,
  rle4: 2,
  bitFields: 3,
  jpeg: 4,
  png: 5,
  alphaBitFields: 6,
} as const
const os2Compressions = { huffman: 3, rle24: 4 } as const

interface Masks {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

interface Header {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bits: number
  readonly compression: number
  readonly isOs2: boolean
  readonly masks: Masks | undefined
  /** Colors as 0xAABBGGRR. */
  readonly palette: Uint32Array
  /** Where the palette ends, which is where pixels start in an icon. */
  readonly end: number
}

export function readBmp(file: Buffer, maxPixels: number): DecodedPixels | EmbeddedFile {
  if (file.length < fileHeaderBytes + coreHeaderBytes) throw new JobFailure('file-damaged')
  const stated = file.readUInt32LE(10)
  const header = readHeader(file, fileHeaderBytes, stated)
  // A position inside the headers or behind the end is wrong; pixels normally follow the palette.
  const isPlausible = stated >= fileHeaderBytes + coreHeaderBytes && stated < file.length
  const start = isPlausible ? stated : header.end
  const { compression, isOs2 } = header
  if (!isOs2 && (compression === compressions.jpeg || compression === compressions.png))
    return { embedded: file.subarray(start) }
  checkDecodedSize(header.width, header.height, maxPixels)
  return readPixels(file.subarray(start), header)
}

/** A bitmap of an icon: the image, and below it a mask with a bit for each transparent pixel. */
export function readIconBitmap(dib: Buffer, statedHeight: number, maxPixels: number): DecodedPixels {
  const stored = readHeader(dib, 0, 0)
  // The height counts the mask as well, except in files of some careless programs.
  const hasMask = stored.height !== statedHeight
  const height = hasMask ? Math.floor(stored.height / 2) : stored.height
  const header = { ...stored, height }
  checkDecodedSize(header.width, height, maxPixels)
  const pixels = dib.subarray(header.end)
  const image = expandPalette(readPixels(pixels, header))
  // An alpha channel makes the mask meaningless.
  if (image.channels === 4 || !hasMask) return image
  const mask = pixels.subarray(rowBytes(header) * height)
  return withMask(image, mask, header.isTopDown)
}

/** Size and depth only, to choose among the bitmaps of an icon. */
export function iconBitmapSize(dib: Buffer): { width: number; height: number; bits: number } | undefined {
  if (dib.length < coreHeaderBytes) return undefined
  if (dib.readUInt32LE(0) === coreHeaderBytes)
    return { width: dib.readUInt16LE(4), height: dib.readUInt16LE(6), bits: dib.readUInt16LE(10) }
  if (dib.length < 16) return undefined
  return { width: dib.readInt32LE(4), height: Math.abs(dib.readInt32LE(8)), bits: dib.readUInt16LE(14) }
}

function readHeader(file: Buffer, at: number, pixelsAt: number): Header {
  const headerBytes = file.length >= at + 4 ? file.readUInt32LE(at) : 0
  const isCore = headerBytes === coreHeaderBytes
  const isKnown = headerBytes >= 16 && headerBytes <= longestHeaderBytes
  if (!(isCore || isKnown) || file.length < at + Math.min(headerBytes, 16))
    throw new JobFailure('file-damaged')
  const field = (offset: number) =>
    !isCore && headerBytes >= offset + 4 && file.length >= at + offset + 4
      ? file.readUInt32LE(at + offset)
      : 0
  const height = isCore ? file.readUInt16LE(at + 6) : file.readInt32LE(at + 8)
  const bits = file.readUInt16LE(at + (isCore ? 10 : 14))
  const compression = field(16)
  const colors = field(32)
  const { masks, apartBytes } = readMasks(file, at, headerBytes, compression)
  const paletteAt = at + headerBytes + apartBytes
  const entryBytes = isCore ? 3 : 4
  const isIndexed = bits <= 8
  const palette = readPalette(file, paletteAt, {
    entryBytes,
    colors: isIndexed ? Math.min(colors || 2 ** bits, 256) : 0,
    pixelsAt,
  })
  return {
    width: isCore ? file.readUInt16LE(at + 4) : file.readInt32LE(at + 4),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits,
    compression,
    isOs2: headerBytes === os2HeaderBytes,
    masks,
    palette,
    end: paletteAt + (isIndexed ? palette.length : Math.min(colors, 256)) * entryBytes,
  }
}

/** Behind the oldest Windows header, later inside it. */
function readMasks(
  file: Buffer,
  at: number,
  headerBytes: number,
  compression: number,
): { masks: Masks | undefined; apartBytes: number } {
  const isMasked = compression === compressions.bitFields || compression === compressions.alphaBitFields
  if (!isMasked || headerBytes === os2HeaderBytes) return { masks: undefined, apartBytes: 0 }
  const isApart = headerBytes === infoHeaderBytes
  const hasAlpha = isApart ? compression === compressions.alphaBitFields : headerBytes >= 56
  const masksAt = at + infoHeaderBytes
  const mask = (index: number) =>
    file.length >= masksAt + index * 4 + 4 ? file.readUInt32LE(masksAt + index * 4) : 0
  return {
    masks: { red: mask(0), green: mask(1), blue: mask(2), alpha: hasAlpha ? mask(3) : 0 },
    apartBytes: isApart ? (hasAlpha ? 16 : 12) : 0,
  }
}

/** Missing colors are black: a palette may be shorter than the depth allows, or overlap the pixels. */
function readPalette(
  file: Buffer,
  at: number,
  { entryBytes, colors, pixelsAt }: { entryBytes: number; colors: number; pixelsAt: number },
): Uint32Array {
  const room = pixelsAt > at ? Math.floor((pixelsAt - at) / entryBytes) : colors
  const count = Math.min(colors, room, Math.max(0, Math.floor((file.length - at) / entryBytes)))
  return Uint32Array.from({ length: count }, (_, index) => {
    const entry = at + index * entryBytes
    const [blue = 0, green = 0, red = 0] = file.subarray(entry, entry + 3)
    return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
  })
}

/** Rows are padded to 32 bits. */
function rowBytes({ width, bits }: Pick<Header, 'width' | 'bits'>): number {
  return Math.floor((width * bits + 31) / 32) * 4
}

function readPixels(pixels: Buffer, header: Header): DecodedPixels {
  const { compression, bits, isOs2 } = header
  if (pixels.length === 0) throw new JobFailure('file-damaged')
  const isRunLength =
    compression === compressions.rle8 ||
    compression === compressions.rle4 ||
    (isOs2 && compression === os2Compressions.rle24)
  if (isRunLength) return readRuns(pixels, { ...header, colors: allColors(header.palette) })
  if (isOs2 && compression === os2Compressions.huffman) throw new JobFailure('unsupported-variant')
  if (bits === 1 || bits === 2 || bits === 4 || bits === 8) return readIndexed(pixels, header)
  if (bits === 24) return readBytes(pixels, header)
  if (bits === 16) return readMasked(pixels, header)
  if (bits === 32) return header.masks ? readMasked(pixels, header) : readBytes(pixels, header)
  throw new JobFailure('unsupported-variant')
}

/** Rows that the file has, and where each is in the result. */
function storedRows({ width, height, bits, isTopDown }: Header, pixels: Buffer) {
  const stride = rowBytes({ width, bits })
  const rows = Math.min(height, Math.ceil(pixels.length / stride))
  return {
    stride,
    rows,
    // The last row needs no padding.
    readShare: Math.min(1, pixels.length / (stride * (height - 1) + Math.ceil((width * bits) / 8))),
    target: (row: number) => (isTopDown ? row : height - 1 - row),
  }
}

/** Stays indexed: libvips expands palettes faster. */
function readIndexed(pixels: Buffer, header: Header): DecodedPixels {
  const { width, height, bits } = header
  const bytes = Math.ceil((width * bits) / 8)
  const data = Buffer.alloc(bytes * height)
  const { stride, rows, readShare, target } = storedRows(header, pixels)
  for (let row = 0; row < rows; row++)
    pixels.copy(data, target(row) * bytes, row * stride, row * stride + bytes)
  return { width, height, data, channels: 1, palette: { bits, colors: allColors(header.palette) }, readShare }
}

function expandPalette({ width, height, data: indexes, palette, ...rest }: DecodedPixels): DecodedPixels {
  if (palette === undefined) return { width, height, data: indexes, ...rest }
  const { bits, colors } = palette
  const [perByte, most, bytes] = [8 / bits, 2 ** bits - 1, Math.ceil((width * bits) / 8)]
  const data = Buffer.alloc(width * height * 3)
  for (let pixel = 0, to = 0; pixel < width * height; pixel++, to += 3) {
    const x = pixel % width
    const byte = indexes[Math.floor(pixel / width) * bytes + Math.floor(x / perByte)] as number
    data.writeUIntLE((colors[(byte >> (8 - bits * ((x % perByte) + 1))) & most] as number) & 0xffffff, to, 3)
  }
  return { ...rest, width, height, data, channels: 3 }
}

function allColors(palette: Uint32Array): Uint32Array {
  const colors = new Uint32Array(256).fill(0xff000000)
  colors.set(palette.subarray(0, 256))
  return colors
}

/** Converts a row of 32-bit words in memory; the result has 3 or 4 bytes for each pixel. */
type ConvertRow = (words: Uint32Array, result: Uint32Array, width: number) => void

/** Row by row, in words of 4 bytes: several times faster than byte by byte. */
function convertRows(pixels: Buffer, header: Header, channels: 3 | 4, convert: ConvertRow): DecodedPixels {
  const { width, height } = header
  const { stride, rows, readShare, target } = storedRows(header, pixels)
  const data = Buffer.alloc(width * height * channels)
  // With room for a last group of four pixels.
  const words = new Uint32Array(stride / 4 + 4)
  const result = new Uint32Array(width + 4)
  const [wordBytes, resultBytes] = [Buffer.from(words.buffer), Buffer.from(result.buffer)]
  const bytes = width * channels
  for (let row = 0; row < rows; row++) {
    if (pixels.copy(wordBytes, 0, row * stride, (row + 1) * stride) < stride) readPartOf(row)
    convert(words, result, width)
    resultBytes.copy(data, target(row) * bytes, 0, bytes)
  }
  return { width, height, data, channels, readShare }

  function readPartOf(row: number): void {
    wordBytes.fill(0, pixels.length - row * stride)
  }
}

/** 24 bits, or 32 bits of which the last 8 are alpha if any of them is set. */
function readBytes(pixels: Buffer, header: Header): DecodedPixels {
  if (header.bits === 24) return convertRows(pixels, header, 3, swapTriples)
  const hasAlpha = hasAnyAlpha(pixels.subarray(0, rowBytes(header) * header.height))
  return hasAlpha
    ? convertRows(pixels, header, 4, swapQuadruples)
    : convertRows(pixels, header, 3, (words, result, width) => {
        swapQuadruples(words, words, width)
        packTriples(words, result, width)
      })
}

/** Blue, green, red to red, green, blue: four pixels in three words. */
const swapTriples: ConvertRow = (words, result, width) => {
  for (let pixel = 0, at = 0; pixel < width; pixel += 4, at += 3) {
    const [a, b, c] = [words[at] as number, words[at + 1] as number, words[at + 2] as number]
    result[at] = ((a >>> 16) & 0xff) | (a & 0xff00) | ((a & 0xff) << 16) | (((b >>> 8) & 0xff) << 24)
    result[at + 1] = (b & 0xff) | ((a >>> 24) << 8) | ((c & 0xff) << 16) | (b & 0xff000000)
    result[at + 2] = ((b >>> 16) & 0xff) | ((c >>> 24) << 8) | (c & 0xff0000) | (((c >>> 8) & 0xff) << 24)
  }
}

const swapQuadruples: ConvertRow = (words, result, width) => {
  for (let at = 0; at < width; at++) {
    const word = words[at] as number
    result[at] = (word & 0xff00ff00) | ((word >>> 16) & 0xff) | ((word & 0xff) << 16)
  }
}

/** Drops the fourth byte of each pixel. */
const packTriples: ConvertRow = (words, result, width) => {
  for (let pixel = 0, at = 0; pixel < width; pixel += 4, at += 3) {
    const [b, c] = [words[pixel + 1] as number, words[pixel + 2] as number]
    result[at] = ((words[pixel] as number) & 0xffffff) | (b << 24)
    result[at + 1] = ((b >>> 8) & 0xffff) | (c << 16)
    result[at + 2] = ((c >>> 16) & 0xff) | ((words[pixel + 3] as number) << 8)
  }
}

function hasAnyAlpha(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true
  return false
}

const defaultMasks: Masks = { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }

/** 16 or 32 bits, with a mask for each channel. */
function readMasked(pixels: Buffer, header: Header): DecodedPixels {
  const { red, green, blue, alpha } = header.masks ?? defaultMasks
  const [readRed, readGreen, readBlue] = [red, green, blue].map(channelReader)
  const readAlpha = channelReader(alpha)
  const colorOf = (value: number): number =>
    (readRed?.(value) ?? 0) |
    ((readGreen?.(value) ?? 0) << 8) |
    ((readBlue?.(value) ?? 0) << 16) |
    (readAlpha(value) << 24)
  const is16Bit = header.bits === 16
  const hasMany = header.width * header.height > 0x10000
  const colors =
    is16Bit && hasMany ? Uint32Array.from({ length: 0x10000 }, (_, value) => colorOf(value)) : undefined
  const unpacked = new Uint32Array(header.width + 4)
  const channels = alpha === 0 ? 3 : 4
  return convertRows(pixels, header, channels, (words, result, width) => {
    const shorts = new Uint16Array(words.buffer)
    const target = channels === 4 ? result : unpacked
    for (let at = 0; at < width; at++) {
      const value = (is16Bit ? shorts[at] : words[at]) as number
      target[at] = colors ? (colors[value] as number) : colorOf(value)
    }
    if (channels === 3) packTriples(unpacked, result, width)
  })
}

function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = (mask >>> shift) >>> 0
  return value => Math.round((((value & mask) >>> shift) * 255) / most)
}

function withMask(image: DecodedPixels, mask: Buffer, isTopDown: boolean): DecodedPixels {
  const { width, height, data: opaque } = image
  const stride = rowBytes({ width, bits: 1 })
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = (isTopDown ? y : height - 1 - y) * stride
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      const isTransparent = (((mask[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1
      data[pixel * 4] = opaque[pixel * 3] as number
      data[pixel * 4 + 1] = opaque[pixel * 3 + 1] as number
      data[pixel * 4 + 2] = opaque[pixel * 3 + 2] as number
      data[pixel * 4 + 3] = isTransparent ? 0 : 255
    }
  }
  return { ...image, data, channels: 4 }
}
