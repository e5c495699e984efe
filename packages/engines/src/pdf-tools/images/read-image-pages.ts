/** Reads an image file as images for PDF pages: JPEG bytes as they are, other formats without loss where that is useful. */
import { readFile } from 'node:fs/promises'
import type { PdfImageFormat } from '@filesmith/contract/operations/pdf/images-to-pdf'
import sharp from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { analyze, checkPixels } from '../../sharp/analyze.ts'
import { chosenPages } from '../../sharp/convert-pages.ts'
import { decode } from '../../sharp/decode.ts'
import { whileReading } from '../../sharp/failures.ts'
import { openPixels, type Pixels } from '../../sharp/pixels.ts'
import { jpgQuality } from '../../sharp/quality.ts'
import { openImageSource } from '../../sharp/readers/open-source.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import { joinPngData, withoutJpegMetadata } from './image-bytes.ts'

export interface PdfPageImage {
  readonly data: Uint8Array
  /** Of the image stream, without its color space. */
  readonly dictionary: PdfDict
  readonly components: 1 | 3 | 4
  readonly profile: Uint8Array | undefined
  /** As stored. */
  readonly width: number
  readonly height: number
  /** Of EXIF: 1 is upright. */
  readonly orientation: number
  /** Pixels per inch. */
  readonly density: number | undefined
  /** In points; otherwise it follows from the density. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** Photos, for which lossless compression takes many times the space. */
const photoFormats: readonly PdfImageFormat[] = ['webp', 'heic', 'avif']

export async function* readImagePages(
  path: string,
  format: PdfImageFormat,
  maxPixels: number,
): AsyncGenerator<PdfPageImage> {
  const file = await readFile(path)
  const copied = format === 'jpg' ? await copiedJpeg(file, maxPixels) : undefined
  if (copied !== undefined) {
    yield copied
    return
  }
  const request: ImageRequest = {
    from: format,
    to: 'pdf',
    quality: 'high',
    isIntermediate: false,
    page: 0,
    name: '',
    maxPixels,
    maxAnimationPixels: maxPixels,
    maxBytes: 0,
  }
  const source = await openImageSource(request, file)
  const first = await analyze(source.input, source.request)
  for (const page of chosenPages(source.input, first, source.request)) {
    const facts = page === 0 ? first : await analyze(source.input, source.request, page)
    const pixels = await decode(source.input, facts, source.request, () => {})
    yield photoFormats.includes(format) ? await asJpeg(pixels) : await asPng(pixels)
  }
}

const profileSpaces = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const

/** Undefined for the few kinds of JPEG that PDF does not hold. */
async function copiedJpeg(file: Buffer, maxPixels: number): Promise<PdfPageImage | undefined> {
  const open = { failOn: 'error', limitInputPixels: false } as const
  const metadata = await whileReading(() => sharp(file, open).metadata())
  const { width, height, channels, icc, density, orientation = 1 } = metadata
  checkPixels({ width, height }, maxPixels)
  const bytes = metadata.format === 'jpeg' ? withoutJpegMetadata(file) : undefined
  if (bytes === undefined || (channels !== 1 && channels !== 3 && channels !== 4)) return undefined
  if (metadata.depth !== 'uchar') return undefined
  // Copied bytes are not decoded otherwise, and a truncated image must not pass as a whole one.
  await whileReading(() => sharp(file, open).resize(16).toBuffer())
  const hasProfile = icc?.toString('latin1', 16, 20) === profileSpaces[channels]
  return {
    data: bytes.data,
    dictionary: {
      '/Filter': '/DCTDecode',
      '/BitsPerComponent': 8,
      // Programs of Adobe store CMYK inverted.
      ...(channels === 4 && bytes.isAdobe && { '/Decode': [1, 0, 1, 0, 1, 0, 1, 0] }),
    },
    components: channels,
    profile: hasProfile ? icc : undefined,
    width,
    height,
    orientation,
    density,
  }
}

async function asJpeg(pixels: Pixels): Promise<PdfPageImage> {
  const { data, info } = await openPixels(pixels).jpeg(jpgQuality.high).toBuffer({ resolveWithObject: true })
  return upright(pixels, info, data, { '/Filter': '/DCTDecode', '/BitsPerComponent': 8 })
}

async function asPng(pixels: Pixels): Promise<PdfPageImage> {
  const image = openPixels(pixels).png({ compressionLevel: 9, adaptiveFiltering: true, palette: false })
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const { width, channels } = info
  const parameters = { '/Predictor': 15, '/Colors': channels, '/BitsPerComponent': 8, '/Columns': width }
  return upright(pixels, info, joinPngData(data), {
    '/Filter': '/FlateDecode',
    '/DecodeParms': parameters,
    '/BitsPerComponent': 8,
  })
}

function upright(
  { density }: Pixels,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
  data: Uint8Array,
  dictionary: PdfDict,
): PdfPageImage {
  if (channels !== 1 && channels !== 3) throw new JobFailure('unsupported-variant')
  return {
    data,
    dictionary,
    components: channels,
    profile: undefined,
    width,
    height,
    orientation: 1,
    density,
  }
}
