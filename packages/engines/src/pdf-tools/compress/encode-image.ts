/** Writes an image of a PDF again: smaller where it has more pixels than the page shows, in the encoding that suits it. */
import { deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'
import { joinPngData } from '../images/image-bytes.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { ReadableImage } from './read-pixels.ts'
import { writeFax } from './write-fax.ts'
import { writeJbig2 } from './write-jbig2.ts'

export interface ImageEffort {
  readonly dpi: number
  /** Of JPEG. */
  readonly quality: number
  /** Nothing smaller is possible: every byte counts, and masks and drawings may become JPEG. */
  readonly isLeast?: boolean
}

export interface ShrunkImage {
  readonly dict: PdfDict
  readonly data: Buffer
  readonly wasReduced: boolean
}

/** Below this a smaller image is not worth a second loss. */
const minReduction = 1.2
/** Larger ones are never smaller as fax data. */
const maxFaxPixels = 1_000_000
/** Black and white needs more than gray to stay readable. */
export const bilevelDpiFactor = 2

export async function encodeImage(
  image: ReadableImage,
  given: PdfDict,
  shownDpi: number | null,
  effort: ImageEffort,
): Promise<ShrunkImage> {
  const targetDpi = image.isBilevel ? effort.dpi * bilevelDpiFactor : effort.dpi
  const wasReduced = shownDpi !== null && shownDpi > targetDpi * (effort.isLeast ? 1 : minReduction)
  const scale = wasReduced ? targetDpi / shownDpi : 1
  const [width, height] = [image.width, image.height].map(side => Math.max(1, Math.round(side * scale)))
  const pixels = () => {
    const opened = image.open()
    const resized = wasReduced ? opened.resize({ width, height, fit: 'fill', kernel: 'lanczos3' }) : opened
    return image.channels === 1 ? resized.toColourspace('b-w') : resized
  }
  const dict: PdfDict = {
    ...keptKeys(given),
    '/Type': '/XObject',
    '/Subtype': '/Image',
    '/Width': width ?? 1,
    '/Height': height ?? 1,
    '/BitsPerComponent': 8,
    ...image.colors,
  }
  if (image.isBilevel) {
    const bilevel = await bilevelOf(pixels, width ?? 1, height ?? 1)
    return { ...bilevel, dict: { ...dict, ...bilevel.dict }, wasReduced }
  }
  const candidates = [
    ...(image.isJpeg || !image.hasPalette || effort.isLeast ? [await jpegOf(pixels, image, effort)] : []),
    ...(image.isJpeg ? [] : [await flateOf(pixels, image.channels, width ?? 1)]),
  ]
  const [smallest] = candidates.toSorted((one, other) => one.data.length - other.data.length)
  if (smallest === undefined) throw new Error('no encoding of the image')
  return { data: smallest.data, dict: { ...dict, ...smallest.dict }, wasReduced }
}

type Encoding = Pick<ShrunkImage, 'dict' | 'data'>

/** What is not about the pixels. */
function keptKeys(given: PdfDict): PdfDict {
  const about = new Set([
    '/Filter',
    '/DecodeParms',
    '/Length',
    '/Width',
    '/Height',
    '/ImageMask',
    '/ColorSpace',
    '/Decode',
    '/BitsPerComponent',
  ])
  return Object.fromEntries(Object.entries(given).filter(([key]) => !about.has(key)))
}

async function jpegOf(
  pixels: () => Sharp,
  { channels, isInverted = false }: ReadableImage,
  { quality }: ImageEffort,
): Promise<Encoding> {
  // libvips inverts the CMYK that it writes.
  const stored = channels === 4 && !isInverted ? pixels().negate() : pixels()
  const data = await stored.jpeg({ quality, mozjpeg: true }).toBuffer()
  return { data, dict: { '/Filter': '/DCTDecode' } }
}

/** The compressed rows of a PNG file are what PDF calls Flate with PNG predictors. PNG has no CMYK. */
async function flateOf(pixels: () => Sharp, channels: number, width: number): Promise<Encoding> {
  if (channels === 4)
    return { data: deflateSync(await pixels().raw().toBuffer()), dict: { '/Filter': '/FlateDecode' } }
  const png = await pixels()
    .png({ compressionLevel: 9, adaptiveFiltering: true, progressive: false })
    .toBuffer()
  return {
    data: joinPngData(png),
    dict: {
      '/Filter': '/FlateDecode',
      '/DecodeParms': { '/Predictor': 15, '/Colors': channels, '/BitsPerComponent': 8, '/Columns': width },
    },
  }
}

/** JBIG2 is smaller but for the smallest images. */
async function bilevelOf(pixels: () => Sharp, width: number, height: number): Promise<Encoding> {
  const data = await pixels().extractChannel(0).raw().toBuffer()
  const jbig2 = writeJbig2(data, width, height)
  const fax = width * height < maxFaxPixels ? writeFax(data, width, height) : undefined
  const isFax = fax !== undefined && fax.length < jbig2.length
  return {
    data: isFax ? fax : jbig2,
    dict: {
      '/BitsPerComponent': 1,
      '/Filter': isFax ? '/CCITTFaxDecode' : '/JBIG2Decode',
      ...(isFax && { '/DecodeParms': { '/K': -1, '/Columns': width, '/Rows': height } }),
    },
  }
}
