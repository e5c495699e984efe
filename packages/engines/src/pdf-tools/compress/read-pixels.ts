/** The pixels of an image of a PDF, where its encoding and colors are of the usual kinds. */
import sharp, { type Sharp } from 'sharp'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import type { PdfDict, PdfValue } from '../qpdf/pdf-value.ts'

export interface ReadableImage {
  readonly width: number
  readonly height: number
  /** What the pixels are when they are written again. */
  readonly channels: 1 | 3
  readonly isJpeg: boolean
  /** Black and white: written as fax data, never as JPEG. */
  readonly isBilevel: boolean
  /** Drawings and screenshots have few colors, and blur as JPEG. */
  readonly hasPalette: boolean
  /** Value of /ColorSpace that the new pixels have. */
  readonly colorSpace: PdfValue
  open(): Sharp
}

interface Colors {
  readonly channels: 1 | 3
  readonly colorSpace: PdfValue
  readonly palette?: Buffer
}

/** Undefined for what is left as it is: CMYK, rare filters, color keys, unusual decodings. */
export function readableImage(
  document: PdfDocument,
  dict: PdfDict,
  data: Buffer,
  maxPixels: number,
): ReadableImage | undefined {
  const [width, height] = [Number(dict['/Width']), Number(dict['/Height'])]
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) return undefined
  if (dict['/ImageMask'] === true || dict['/Decode'] !== undefined || Array.isArray(dict['/Mask']))
    return undefined
  const colors = colorsOf(document, dict['/ColorSpace'])
  const bits = Number(dict['/BitsPerComponent'] ?? 8)
  if (colors === undefined) return undefined
  const { channels, colorSpace, palette } = colors
  const size = { width, height, channels, colorSpace, hasPalette: palette !== undefined }
  const filters = [document.resolve(dict['/Filter'])].flat().filter(filter => filter !== null)
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  if (filters.length === 1 && filters[0] === '/DCTDecode' && palette === undefined)
    return { ...size, isJpeg: true, isBilevel: false, open: () => sharp(data, limits) }
  if (filters.length > 0) return undefined
  const pixels = unpack(data, { width, height, bits, samples: palette ? 1 : channels, palette, channels })
  if (pixels === undefined) return undefined
  return {
    ...size,
    isJpeg: false,
    isBilevel: bits === 1 && palette === undefined && channels === 1,
    open: () => sharp(pixels, { raw: { width, height, channels }, ...limits }),
  }
}

function colorsOf(document: PdfDocument, given: PdfValue | undefined): Colors | undefined {
  const value = document.resolve(given)
  if (value === '/DeviceGray' || value === '/CalGray') return { channels: 1, colorSpace: value }
  if (value === '/DeviceRGB') return { channels: 3, colorSpace: value }
  if (!Array.isArray(value)) return undefined
  const [kind, base, , lookup] = value
  if (kind === '/CalGray') return { channels: 1, colorSpace: given ?? value }
  if (kind === '/CalRGB') return { channels: 3, colorSpace: given ?? value }
  if (kind === '/ICCBased') {
    const components = document.dictionary(base)?.['/N']
    return components === 1 || components === 3
      ? { channels: components, colorSpace: given ?? value }
      : undefined
  }
  if (kind !== '/Indexed') return undefined
  const colors = colorsOf(document, base)
  const palette = bytesOf(document.resolve(lookup))
  return colors === undefined || colors.palette !== undefined || palette === undefined
    ? undefined
    : { ...colors, palette }
}

/** Of a string; a stream is rare. */
function bytesOf(value: PdfValue | undefined): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith('b:')) return Buffer.from(value.slice(2), 'hex')
  return value.startsWith('u:') ? Buffer.from(value.slice(2), 'latin1') : undefined
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
function unpack(
  data: Buffer,
  { width, height, bits, samples, palette, channels }: Packed,
): Buffer | undefined {
  if (![1, 2, 4, 8].includes(bits)) return undefined
  const rowBytes = Math.ceil((width * samples * bits) / 8)
  if (data.length < rowBytes * height) return undefined
  if (bits === 8 && palette === undefined) return data.subarray(0, rowBytes * height)
  const result = Buffer.alloc(width * height * channels)
  const highest = 2 ** bits - 1
  let target = 0
  for (let row = 0; row < height; row++)
    for (let sample = 0; sample < width * samples; sample++) {
      const bit = sample * bits
      const byte = data[row * rowBytes + (bit >> 3)] ?? 0
      const value = (byte >> (8 - bits - (bit & 7))) & highest
      if (palette === undefined) result[target++] = Math.round((value * 255) / highest)
      else
        for (let channel = 0; channel < channels; channel++)
          result[target++] = palette[value * channels + channel] ?? 0
    }
  return result
}
