/** The pixels of an image of a PDF: read here where its encoding and colors are of the usual kinds, and drawn by PDFium otherwise. */
import sharp, { type Sharp } from 'sharp'
import { writeTiff } from '../../sharp/readers/write-tiff.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'

export interface ReadableImage {
  readonly width: number
  readonly height: number
  /** What the pixels are when they are written again; four are CMYK. */
  readonly channels: 1 | 3 | 4
  readonly isJpeg: boolean
  /** Black and white: written as JBIG2 or fax data, never as JPEG. */
  readonly isBilevel: boolean
  /** Drawings and screenshots have few colors, and blur as JPEG. */
  readonly hasPalette: boolean
  /** The pixels are the opposite of what the PDF has: libvips inverts CMYK of Adobe programs. */
  readonly isInverted?: boolean
  /** What describes the colors of the new pixels. */
  readonly colors: PdfDict
  open(): Sharp
}

export interface DrawnImage extends Pick<ReadableImage, 'isBilevel' | 'hasPalette'> {
  /** From those of a printer to those of a screen. */
  readonly changesColors: boolean
}

interface Colors {
  readonly channels: 1 | 3 | 4
  readonly colorSpace: PdfValue
  readonly palette?: Buffer
}

interface ReadContext {
  readonly document: PdfDocument
  /** Bytes of palettes that are streams, by object number. */
  readonly palettes: ReadonlyMap<number, Buffer>
  readonly maxPixels: number
}

/** False for images that keep their pixels: too large ones, and those with colors that count as transparent. */
export function canBeChanged(document: PdfDocument, dict: PdfDict, maxPixels: number): boolean {
  const [width, height] = [Number(dict['/Width']), Number(dict['/Height'])]
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) return false
  // Premultiplied colors need a mask of the same size.
  const isPremultiplied = [dict, document.dictionary(dict['/SMask'])].some(
    each => each?.['/Matte'] !== undefined,
  )
  return !isPremultiplied && !Array.isArray(document.resolve(dict['/Mask'])) && !dict['/SMaskInData']
}

/** Undefined for what only PDFium can decode. */
export function readableImage(
  { document, palettes, maxPixels }: ReadContext,
  dict: PdfDict,
  data: Buffer,
): ReadableImage | undefined {
  const [width, height] = [Number(dict['/Width']), Number(dict['/Height'])]
  const isStencil = dict['/ImageMask'] === true
  const found = isStencil ? stencil : colorsOf(document, dict['/ColorSpace'], palettes)
  const bits = isStencil ? 1 : Number(document.resolve(dict['/BitsPerComponent'] ?? 8))
  if (found === undefined) return undefined
  const { channels, colorSpace, palette } = found
  const decode = document.resolve(dict['/Decode'])
  // Of palettes it is about indices, otherwise about what is kept.
  if (palette !== undefined && decode !== null && !isIdentity(decode, bits)) return undefined
  const colors: PdfDict = {
    ...(isStencil ? { '/ImageMask': true } : { '/ColorSpace': colorSpace }),
    ...(decode !== null && palette === undefined && { '/Decode': decode }),
  }
  const size = { width, height, channels, colors, hasPalette: palette !== undefined }
  const filters = filtersOf(document, dict)
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  if (filters.length === 1 && filters[0] === '/DCTDecode' && palette === undefined && !isStencil) {
    const open = () => sharp(data, limits)
    const isInverted = channels === cmyk && data.subarray(0, headerBytes).includes('Adobe')
    const openJpeg = channels === cmyk ? () => asCmyk(open()) : open
    return { ...size, isJpeg: true, isBilevel: false, isInverted, open: openJpeg }
  }
  if (filters.length > 0) return undefined
  const samples = palette ? 1 : channels
  if (!bitDepths.includes(bits) || data.length < rowBytes(width, samples, bits) * height) return undefined
  let unpacked: Buffer | undefined
  const pixels = () => {
    unpacked ??= unpack(data, { width, height, bits, samples, palette, channels })
    return unpacked
  }
  return {
    ...size,
    isJpeg: false,
    isBilevel: bits === 1 && palette === undefined && channels === 1,
    open:
      channels === cmyk
        ? () => asCmyk(sharp(writeTiff({ data: pixels(), width, height, channels, isCmyk: true }), limits))
        : () => sharp(pixels(), { raw: { width, height, channels }, ...limits }),
  }
}

const bitDepths = [1, 2, 4, 8, 16]
const cmyk = 4
/** Of a JPEG, with the marker of Adobe programs. */
const headerBytes = 4096
const stencil: Colors = { channels: 1, colorSpace: null }

/** Without a conversion to colors of the screen. */
function asCmyk(image: Sharp): Sharp {
  return image.pipelineColourspace('cmyk').toColourspace('cmyk')
}

/** What PDFium gives for an image that `readableImage` does not read. */
export function drawnImage(document: PdfDocument, dict: PdfDict): DrawnImage {
  const isStencil = dict['/ImageMask'] === true
  const space = document.resolve(dict['/ColorSpace'])
  const [kind, base] = Array.isArray(space) ? space : [space]
  const hasPalette = kind === '/Indexed'
  const found = colorsOf(document, hasPalette ? base : dict['/ColorSpace'], new Map())
  const isFax = filtersOf(document, dict).some(
    filter => filter === '/CCITTFaxDecode' || filter === '/JBIG2Decode',
  )
  return {
    // JPEG 2000 images describe their colors themselves.
    changesColors: !isStencil && space !== null && (found === undefined || found.channels === cmyk),
    isBilevel:
      isStencil || (!hasPalette && (isFax || dict['/BitsPerComponent'] === 1) && found?.channels === 1),
    hasPalette,
  }
}

function filtersOf(document: PdfDocument, dict: PdfDict): PdfValue[] {
  return [document.resolve(dict['/Filter'])].flat().filter(filter => filter !== null)
}

function isIdentity(decode: PdfValue, bits: number): boolean {
  return Array.isArray(decode) && decode[0] === 0 && decode[1] === 2 ** bits - 1
}

/** Object number of a palette that is a stream. */
export function paletteNumber(document: PdfDocument, dict: PdfDict): number | undefined {
  const space = document.resolve(dict['/ColorSpace'])
  const number = Array.isArray(space) && space[0] === '/Indexed' ? referencedNumber(space[3]) : undefined
  return number !== undefined && document.object(number)?.stream !== undefined ? number : undefined
}

const componentsOf: Readonly<Record<string, 1 | 3 | 4>> = {
  '/DeviceGray': 1,
  '/CalGray': 1,
  '/DeviceRGB': 3,
  '/CalRGB': 3,
  '/DeviceCMYK': cmyk,
  // One ink.
  '/Separation': 1,
}

function colorsOf(
  document: PdfDocument,
  given: PdfValue | undefined,
  palettes: ReadonlyMap<number, Buffer>,
): Colors | undefined {
  const value = document.resolve(given)
  const [kind, base, highest, lookup] = Array.isArray(value) ? value : [value]
  if (typeof kind !== 'string') return undefined
  const components = kind === '/ICCBased' ? document.dictionary(base)?.['/N'] : componentsOf[kind]
  if (components === 1 || components === 3 || components === cmyk)
    return { channels: components, colorSpace: given ?? value }
  if (kind !== '/Indexed') return undefined
  const colors = colorsOf(document, base, palettes)
  const palette = palettes.get(referencedNumber(lookup) ?? -1) ?? bytesOf(document.resolve(lookup))
  if (colors === undefined || colors.palette !== undefined || palette === undefined) return undefined
  const isWhole = palette.length >= (Number(document.resolve(highest)) + 1) * colors.channels
  return isWhole ? { ...colors, palette } : undefined
}

/** Undefined for bytes that qpdf took for text and translated. */
function bytesOf(value: PdfValue | undefined): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith('b:')) return Buffer.from(value.slice(2), 'hex')
  return /^u:[\x20-\x7e]*$/.test(value) ? Buffer.from(value.slice(2), 'latin1') : undefined
}

interface Packed {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** In the data, for each pixel. */
  readonly samples: number
  readonly palette: Buffer | undefined
  /** In the result. */
  readonly channels: number
}

/** Eight bits for each sample. */
function unpack(data: Buffer, { width, height, bits, samples, palette, channels }: Packed): Buffer {
  const bytesPerRow = rowBytes(width, samples, bits)
  if (bits === 8 && palette === undefined) return data.subarray(0, bytesPerRow * height)
  const result = Buffer.alloc(width * height * channels)
  const highest = 2 ** bits - 1
  let target = 0
  for (let row = 0; row < height; row++)
    for (let sample = 0; sample < width * samples; sample++) {
      const value = sampleAt(data, row * bytesPerRow, sample * bits, bits)
      if (palette === undefined) result[target++] = Math.round((value * 255) / highest)
      else
        for (let channel = 0; channel < channels; channel++)
          result[target++] = palette[value * channels + channel] ?? 0
    }
  return result
}

function rowBytes(width: number, samples: number, bits: number): number {
  return Math.ceil((width * samples * bits) / 8)
}

function sampleAt(data: Buffer, start: number, bit: number, bits: number): number {
  const at = start + (bit >> 3)
  const byte = data[at] ?? 0
  if (bits === 16) return (byte << 8) | (data[at + 1] ?? 0)
  return (byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1)
}
