/** Decodes an image with ImageMagick to an intermediate TIFF, or encodes it as JPEG XL or PSD. */
import {
  ClassType,
  ColorSpace,
  ColorType,
  CompressionMethod,
  type IMagickImage,
  MagickError,
  MagickFormat,
  MagickImage,
  MagickImageCollection,
  MagickReadSettings,
} from '@imagemagick/magick-wasm'
import { elementAt } from '../element-at.ts'
import { type ImageNote, withImageNotes } from '../image-notes.ts'
import { checkPageCount, splitPngs, zipPages } from '../image-pages.ts'
import type { ImageInput, ImageQuality, ImageRequest, ImageTuning } from '../image-request.ts'
import type { JobHandler, Report } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'
import { magickInputs } from './abilities.ts'

/** PNG is what sharp passes on. */
const coders: Readonly<Partial<Record<ImageInput, MagickFormat>>> = { ...magickInputs, png: MagickFormat.Png }

/** Effort 3 is the highest with acceptable speed in WebAssembly: the default of 7 takes 5 s per megapixel. */
const jxlQuality: Readonly<Record<ImageQuality, { quality: number; effort: number }>> = {
  high: { quality: 93, effort: 3 },
  medium: { quality: 82, effort: 3 },
  low: { quality: 55, effort: 3 },
}

/** 100 is lossless. */
function jxlSettings({ quality, qualityPercent, isLossless }: ImageTuning) {
  const standard = jxlQuality[quality]
  return { ...standard, quality: isLossless ? 100 : (qualityPercent ?? standard.quality) }
}

/** Maps ImageMagick errors to error codes. */
const outOfMemory = /memory|resource limit|cache resources exhausted/i

/** Any error other than MagickError means that the WebAssembly instance crashed, so the helper must be replaced. */
function whileReadingMagick<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof MagickError)) throw error
    const code = outOfMemory.test(error.message) ? 'needs-too-much-memory' : 'file-damaged'
    throw new JobFailure(code, {}, { cause: error })
  }
}

/** Below this quality a smaller image looks better; below this side it is unrecognizable. */
const lowestJxlQuality = 30
const minLongerSide = 32

export const convertWithMagick: JobHandler<ImageRequest> = async (request, input, report) => {
  if (request.page > 1) throw new JobFailure('page-beyond-end', { page: request.page, pages: 1 })
  const pages = request.from === 'png' ? splitPngs(input) : [input]
  if (pages.length === 1) {
    const { bytes, notes } = convertOne(request, input, report)
    return withImageNotes(bytes, notes)
  }
  checkPageCount(pages.length)
  return zipPages(
    request,
    pages.length,
    report,
    async index => convertOne(request, elementAt(pages, index), () => {}).bytes,
  )
}

interface Converted {
  readonly bytes: Buffer
  readonly notes: readonly ImageNote[]
}

function convertOne(request: ImageRequest, input: Buffer, report: Report): Converted {
  const format = coders[request.from]
  if (format === undefined) throw new Error(`no coder for ${request.from}`)
  const frameIndex = chooseFrame(input, format, request)
  report(10, 'analyze')
  const image = MagickImage.create()
  try {
    report(25, 'decode')
    whileReadingMagick(() => image.read(input, new MagickReadSettings({ format, frameIndex, frameCount: 1 })))
    report(40, 'colour')
    image.autoOrient()
    image.resetPage()
    dropPrivateData(image)
    report(60, 'encode')
    // The encoder's memory belongs to WebAssembly and moves when it grows, so copy the result.
    if (request.to === 'psd') return { bytes: writePsd(image), notes: [] }
    if (request.to !== 'jxl') return { bytes: writePixels(image), notes: [] }
    const original = { width: image.width, height: image.height }
    const bytes = reachSize(image, request)
    report(80, 'encode')
    const { width, height } = image
    return { bytes, notes: width === original.width ? [] : [{ kind: 'scaled-down', width, height }] }
  } finally {
    image.dispose()
  }
}

function dropPrivateData(image: IMagickImage): void {
  // Copied, because strip() frees the memory that holds the profile.
  const profile = image.getColorProfile()?.data.slice()
  image.strip()
  if (profile !== undefined) image.setProfile('icc', profile)
}

function writePixels(image: IMagickImage): Buffer {
  // Expand palettes and packed bits: the next step reads plain channels only.
  image.depth = 8
  image.classType = ClassType.Direct
  if (image.colorSpace === ColorSpace.RGB) image.colorSpace = ColorSpace.sRGB
  // CMYK is kept: sharp has the profiles to convert it.
  if (image.colorSpace !== ColorSpace.CMYK) {
    image.colorType = image.hasAlpha ? ColorType.TrueColorAlpha : ColorType.TrueColor
  }
  image.settings.compression = CompressionMethod.NoCompression
  return image.write(MagickFormat.Tiff, bytes => Buffer.from(bytes))
}

/** RLE, as image editors write it; one layer, the merged image. */
function writePsd(image: IMagickImage): Buffer {
  image.settings.compression = CompressionMethod.RLE
  return image.write(MagickFormat.Psd, bytes => Buffer.from(bytes))
}

function writeJxl(image: IMagickImage, quality: number, effort: number): Buffer {
  image.quality = quality
  image.settings.setDefine(MagickFormat.Jxl, 'effort', effort)
  return image.write(MagickFormat.Jxl, bytes => Buffer.from(bytes))
}

/** Stays within the file size: reduces quality first, then pixels. */
function reachSize(image: IMagickImage, request: ImageRequest): Buffer {
  const { maxBytes } = request
  const standard = jxlSettings(request)
  const result = writeJxl(image, standard.quality, standard.effort)
  if (maxBytes === 0 || result.length <= maxBytes) return result
  let best = writeJxl(image, lowestJxlQuality, standard.effort)
  while (best.length > maxBytes) {
    const scale = Math.min(0.9, Math.sqrt(maxBytes / best.length))
    if (Math.max(image.width, image.height) * scale < minLongerSide)
      throw new JobFailure('file-size-unreachable', {
        kilobytes: Math.floor(maxBytes / 1000),
        format: 'JXL',
      })
    image.resize(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)))
    best = writeJxl(image, lowestJxlQuality, standard.effort)
  }
  let [fits, tooLarge] = [lowestJxlQuality, standard.quality + 1]
  while (tooLarge - fits > 1) {
    const middle = Math.floor((fits + tooLarge) / 2)
    const bytes = writeJxl(image, middle, standard.effort)
    if (bytes.length <= maxBytes) [best, fits] = [bytes, middle]
    else tooLarge = middle
  }
  return best
}

/** The largest frame of an icon, else the first, which is the merged composition in a PSD. */
function chooseFrame(input: Buffer, format: MagickFormat, request: ImageRequest): number {
  const frames = MagickImageCollection.create()
  try {
    whileReadingMagick(() => frames.ping(input, new MagickReadSettings({ format })))
    // Unsigned: a side of more than 2³¹ pixels is reported as negative and would pass the check.
    const pixels = frames.map(({ width, height }) => (width >>> 0) * (height >>> 0))
    const largest = Math.max(...pixels)
    if (largest > request.maxPixels) {
      throw new JobFailure('image-too-large', { megapixels: Math.floor(request.maxPixels / 1_000_000) })
    }
    return request.from === 'ico' ? pixels.indexOf(largest) : 0
  } finally {
    frames.dispose()
  }
}
