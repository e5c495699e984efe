/** Decodes one page of an image file. */
import sharp from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'
import { whileReading } from '../../sharp/failures.ts'
import { failOn, readDespiteDamage } from '../../sharp/tolerate-damage.ts'
import type { ocrFormats } from '../request.ts'
import { type PageImage, rawImage } from './page-image.ts'

export interface ImageLimits {
  readonly maxPages: number
  readonly maxPixels: number
}

/** Densities outside this range are placeholders such as 72 dpi. */
const plausibleDensity = { min: 90, max: 2400 }

type ImageFormat = Exclude<(typeof ocrFormats)[number], 'pdf'>

export async function countPages(input: Buffer, format: ImageFormat, limits: ImageLimits): Promise<number> {
  const { value } = await readDespiteDamage(format, input, (readable, tolerance) =>
    whileReading(() => open(readable, { from: format, tolerance }).metadata()),
  )
  const { pages = 1, width, height } = value
  if (width * height > limits.maxPixels)
    throw new JobFailure('image-too-large', { megapixels: Math.round(limits.maxPixels / 1_000_000) })
  // An animated image counts as one page.
  const count = format === 'tiff' ? pages : 1
  if (count > limits.maxPages) throw new JobFailure('document-too-long', { pages: limits.maxPages })
  return count
}

/** Pages are numbered from 1. */
export async function decodePage(
  input: Buffer,
  format: ImageFormat,
  page: number,
  limits: ImageLimits,
): Promise<PageImage> {
  const { value, isDamaged } = await readDespiteDamage(format, input, (readable, tolerance) =>
    decode(readable, { from: format, tolerance }, page, limits),
  )
  return { ...value, isDamaged }
}

function decode(input: Buffer, reading: Reading, page: number, limits: ImageLimits): Promise<PageImage> {
  return whileReading(async () => {
    const { density, width, height, space } = await open(input, reading, page).metadata()
    if (width * height > limits.maxPixels)
      throw new JobFailure('image-too-large', { megapixels: Math.round(limits.maxPixels / 1_000_000) })
    const isPlausible =
      density !== undefined && density >= plausibleDensity.min && density <= plausibleDensity.max
    const image = open(input, reading, page)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
    return rawImage(image, isPlausible ? density : undefined)
  })
}

interface Reading {
  readonly from: ImageFormat
  readonly tolerance: 'none' | 'all'
}

function open(input: Buffer, reading: Reading, page = 1) {
  return sharp(input, { page: page - 1, limitInputPixels: false, failOn: failOn(reading) })
}
