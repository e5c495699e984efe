/** Reads BMP files of every Windows and OS/2 version, and the headless bitmaps (DIB) inside icons. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedImage, type EmbeddedFile } from './decoded-image.ts'

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

export function readBmp(file: Buffer, maxPixels: number): DecodedImage | EmbeddedFile {
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
export function readIconBitmap(dib: Buffer, statedHeight: number, maxPixels: number): DecodedImage {
  const stored = readHeader(dib, 0, 0)
  // The height counts the mask as well, except in files of some careless programs.
  const hasMask = stored.height !== statedHeight
  const height = hasMask ? Math.floor(stored.height / 2) : stored.height
  const header = { ...stored, height }
  checkDecodedSize(header.width, height, maxPixels)
  const pixels = dib.subarray(header.end)
  const image = readPixels(pixels, header)
  // Alpha of its own makes the mask meaningless.
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
  if (!isCore && (!isKnown || file.length < at + 16)) throw new JobFailure('file-damaged')
  if (isCore && file.length < at + coreHeaderBytes) throw new JobFailure('file-damaged')
  const has = (field: number) => !isCore && headerBytes >= field + 4 && file.length >= at + field + 4
  const field = (offset: number) => (has(offset) ? file.readUInt32LE(at + offset) : 0)
  const signedHeight = isCore ? file.readUInt16LE(at + 6) : file.readInt32LE(at + 8)
  const bits = file.readUInt16LE(at + (isCore ? 10 : 14))
  const compression = field(16)
  const isOs2 = headerBytes === os2HeaderBytes
  const isMasked =
    !isOs2 && (compression === compressions.bitFields || compression === compressions.alphaBitFields)
  // Behind the oldest Windows header, later inside it.
  const masksApart = isMasked && headerBytes === infoHeaderBytes
  const masksAt = at + infoHeaderBytes
  const hasAlphaMask = masksApart ? compression === compressions.alphaBitFields : headerBytes >= 56
  const mask = (index: number) =>
    file.length >= masksAt + index * 4 + 4 ? file.readUInt32LE(masksAt + index * 4) : 0
  const apartBytes = masksApart ? (hasAlphaMask ? 16 : 12) : 0
  const paletteAt = at + headerBytes + apartBytes
  const palette = readPalette(file, paletteAt, {
    entryBytes: isCore ? 3 : 4,
    colors: bits <= 8 ? Math.min(field(32) || 2 ** bits, 256) : 0,
    pixelsAt,
  })
  const entries = bits <= 8 ? palette.length : Math.min(field(32), 256)
  return {
    width: isCore ? file.readUInt16LE(at + 4) : file.readInt32LE(at + 4),
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    compression,
    isOs2,
    masks: isMasked
      ? { red: mask(0), green: mask(1), blue: mask(2), alpha: hasAlphaMask ? mask(3) : 0 }
      : undefined,
    palette,
    end: paletteAt + entries * (isCore ? 3 : 4),
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

function readPixels(pixels: Buffer, header: Header): DecodedImage {
  const { compression, bits, isOs2 } = header
  if (pixels.length === 0) throw new JobFailure('file-damaged')
  const isRunLength =
    compression === compressions.rle8 ||
    compression === compressions.rle4 ||
    (isOs2 && compression === os2Compressions.rle24)
  if (isRunLength) return readRuns(pixels, header)
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

function readIndexed(pixels: Buffer, header: Header): DecodedImage {
  const { width, height, bits } = header
  const data = Buffer.alloc(width * height * 3)
  const { stride, rows, readShare, target } = storedRows(header, pixels)
  const colors = allColors(header.palette)
  const [perByte, lowest] = [8 / bits, 2 ** bits - 1]
  for (let row = 0; row < rows; row++) {
    let to = target(row) * width * 3
    const from = row * stride
    for (let x = 0; x < width; x++) {
      const byte = pixels[from + Math.floor(x / perByte)]
      if (byte === undefined) break
      const color = colors[(byte >> (8 - bits * ((x % perByte) + 1))) & lowest] as number
      data[to++] = color & 0xff
      data[to++] = (color >> 8) & 0xff
      data[to++] = (color >> 16) & 0xff
    }
  }
  return { width, height, data, channels: 3, readShare }
}

function allColors(palette: Uint32Array): Uint32Array {
  const colors = new Uint32Array(256).fill(0xff000000)
  colors.set(palette.subarray(0, 256))
  return colors
}

/** 24 bits, or 32 bits of which the last 8 are alpha if any of them is set. */
function readBytes(pixels: Buffer, header: Header): DecodedImage {
  const { width, height, bits } = header
  const size = bits / 8
  const { stride, rows, readShare, target } = storedRows(header, pixels)
  const hasAlpha = size === 4 && hasAnyAlpha(pixels.subarray(0, stride * height))
  const channels = hasAlpha ? 4 : 3
  const data = Buffer.alloc(width * height * channels)
  for (let row = 0; row < rows; row++) {
    let to = target(row) * width * channels
    let from = row * stride
    const end = Math.min(from + width * size, pixels.length - size + 1)
    for (; from < end; from += size, to += channels) {
      data[to] = pixels[from + 2] as number
      data[to + 1] = pixels[from + 1] as number
      data[to + 2] = pixels[from] as number
      if (hasAlpha) data[to + 3] = pixels[from + 3] as number
    }
  }
  return { width, height, data, channels, readShare }
}

function hasAnyAlpha(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true
  return false
}

const defaultMasks: Masks = { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }

/** 16 or 32 bits, with a mask for each channel. */
function readMasked(pixels: Buffer, header: Header): DecodedImage {
  const { width, height, bits } = header
  const { red, green, blue, alpha } = header.masks ?? defaultMasks
  const size = bits / 8
  const { stride, rows, readShare, target } = storedRows(header, pixels)
  const channels = alpha === 0 ? 3 : 4
  const readers = [red, green, blue, ...(alpha === 0 ? [] : [alpha])].map(channelReader)
  const data = Buffer.alloc(width * height * channels)
  for (let row = 0; row < rows; row++) {
    let to = target(row) * width * channels
    let from = row * stride
    const end = Math.min(from + width * size, pixels.length - size + 1)
    for (; from < end; from += size) {
      const value = size === 2 ? pixels.readUInt16LE(from) : pixels.readUInt32LE(from)
      for (let channel = 0; channel < channels; channel++)
        data[to++] = (readers[channel] as (value: number) => number)(value)
    }
  }
  return { width, height, data, channels, readShare }
}

function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = (mask >>> shift) >>> 0
  return value => Math.round((((value & mask) >>> shift) * 255) / most)
}

/** Skipped pixels have the first color. */
function readRuns(pixels: Buffer, header: Header): DecodedImage {
  const { width, height, bits, isTopDown } = header
  const data = Buffer.alloc(width * height * 3)
  const colors = allColors(header.palette)
  const background = colors[0] as number
  const isRle24 = bits === 24
  let [x, y, at] = [0, 0, 0]
  if (!isRle24)
    for (let to = 0; to < data.length; ) {
      data[to++] = background & 0xff
      data[to++] = (background >> 8) & 0xff
      data[to++] = (background >> 16) & 0xff
    }
  const put = (color: number) => {
    if (x < width && y < height) {
      const to = ((isTopDown ? y : height - 1 - y) * width + x) * 3
      data[to] = color & 0xff
      data[to + 1] = (color >> 8) & 0xff
      data[to + 2] = (color >> 16) & 0xff
    }
    x += 1
  }
  const colorOf = (index: number) => colors[index] as number
  const byte = (offset: number) => pixels[offset] ?? 0
  const direct = (offset: number) => (byte(offset) << 16) | (byte(offset + 1) << 8) | byte(offset + 2)
  const put4 = (count: number, source: (index: number) => number) => {
    for (let index = 0; index < count; index++)
      put(colorOf((source(index >> 1) >> (index % 2 === 0 ? 4 : 0)) & 15))
  }
  let isEnded = false
  while (!isEnded && at + 1 < pixels.length && y < height) {
    const count = byte(at)
    const value = byte(at + 1)
    at += 2
    if (count > 0) {
      if (isRle24) {
        const color = direct(at - 1)
        at += 2
        for (let index = 0; index < count; index++) put(color)
      } else if (bits === 4) put4(count, () => value)
      else for (let index = 0; index < count; index++) put(colorOf(value))
    } else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) isEnded = true
    else if (value === 2) {
      x += byte(at)
      y += byte(at + 1)
      at += 2
    } else {
      const start = at
      if (isRle24) for (let index = 0; index < value; index++) put(direct(start + index * 3))
      else if (bits === 4) put4(value, index => byte(start + index))
      else for (let index = 0; index < value; index++) put(colorOf(byte(start + index)))
      const used = isRle24 ? value * 3 : bits === 4 ? Math.ceil(value / 2) : value
      // Padded to 16 bits.
      at += used + (used % 2)
    }
  }
  const readShare = isEnded ? 1 : Math.min(1, (y + Math.min(x, width) / width) / height)
  return { width, height, data, channels: 3, readShare }
}

function withMask(image: DecodedImage, mask: Buffer, isTopDown: boolean): DecodedImage {
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
