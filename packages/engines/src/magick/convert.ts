/** Decodes an image with ImageMagick to an intermediate TIFF, or encodes it as JPEG XL, PSD, JPEG 2000 or DDS. */
import {
  AlphaAction,
  ClassType,
  ColorSpace,
  ColorType,
  CompositeOperator,
  CompressionMethod,
  DitherMethod,
  type IMagickImage,
  MagickColors,
  MagickError,
  MagickFormat,
  MagickImage,
  MagickImageCollection,
  MagickReadSettings,
  QuantizeSettings,
} from '@imagemagick/magick-wasm'
import { elementAt } from '../element-at.ts'
import { type ImageNote, withImageNotes, withImageReport } from '../image-notes.ts'
import { checkPageCount, splitPngs, zipPages } from '../image-pages.ts'
import type { ImageInput, ImageQuality, ImageRequest, ImageTuning } from '../image-request.ts'
import { joinTiffs } from '../join-tiffs.ts'
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

/** One image of the input: some formats hold several, and intermediate PNG files follow each other. */
interface Page {
  readonly input: Buffer
  readonly format: MagickFormat
  readonly frameIndex: number
}

export const convertWithMagick: JobHandler<ImageRequest> = async (request, input, report) => {
  const { from, to, isInspection } = request
  const format = coderOf(request)
  const inputs = from === 'png' ? splitPngs(input) : [input]
  const pages = inputs.flatMap(each =>
    chooseFrames(each, format, request).map(frameIndex => ({ input: each, format, frameIndex })),
  )
  if (isInspection) return withImageReport(drawPreview(elementAt(pages, 0)), { pages: pages.length })
  if (pages.length === 1) {
    const { bytes, notes } = convertOne(request, elementAt(pages, 0), report)
    return withImageNotes(bytes, notes)
  }
  checkPageCount(pages.length)
  const convertPage = (index: number) => convertOne(request, elementAt(pages, index), () => {}).bytes
  if (to !== 'tiff') return zipPages(request, pages.length, report, async index => convertPage(index))
  const converted = pages.map((_, index) => {
    report(10 + (85 * index) / pages.length, 'page')
    return convertPage(index)
  })
  // The next step reports the pages of the result.
  return withImageNotes(joinTiffs(converted), [])
}

/** The pixels of the main image as an uncompressed TIFF. */
export function decodeWithMagick(request: ImageRequest, input: Buffer): Buffer {
  const format = coderOf(request)
  const [frameIndex = 0] = chooseFrames(input, format, { ...request, page: 1 })
  return convertOne({ ...request, to: 'tiff' }, { input, format, frameIndex }, () => {}).bytes
}

function coderOf({ from }: ImageRequest): MagickFormat {
  const format = coders[from]
  if (format === undefined) throw new Error(`no coder for ${from}`)
  return format
}

interface Converted {
  readonly bytes: Buffer
  readonly notes: readonly ImageNote[]
}

function convertOne(request: ImageRequest, page: Page, report: Report): Converted {
  report(10, 'analyze')
  report(25, 'decode')
  return withImage(page, image => {
    report(40, 'colour')
    dropPrivateData(image)
    report(60, 'encode')
    // The encoder's memory belongs to WebAssembly and moves when it grows, so copy the result.
    if (request.to === 'psd') return { bytes: writePsd(image, request), notes: [] }
    if (request.to === 'jp2') return { bytes: writeJp2(image, request), notes: [] }
    if (request.to === 'dds') return { bytes: writeDds(image, request), notes: [] }
    if (request.to !== 'jxl') return { bytes: writePixels(image), notes: [] }
    const original = { width: image.width, height: image.height }
    const bytes = reachSize(image, request)
    report(80, 'encode')
    const { width, height } = image
    return { bytes, notes: width === original.width ? [] : [{ kind: 'scaled-down', width, height }] }
  })
}

/** Opens a page, upright. */
function withImage<Result>(
  { input, format, frameIndex }: Page,
  use: (image: IMagickImage) => Result,
): Result {
  const image = MagickImage.create()
  try {
    whileReadingMagick(() => {
      image.read(input, new MagickReadSettings({ format, frameIndex, frameCount: 1 }))
      // Fails if a reader returned without an image.
      image.autoOrient()
    })
    image.resetPage()
    return use(image)
  } finally {
    image.dispose()
  }
}

const previewSide = 640

function drawPreview(page: Page): Buffer {
  return withImage(page, image => {
    if (Math.max(image.width, image.height) > previewSide) image.resize(previewSide, previewSide)
    image.backgroundColor = MagickColors.White
    image.alpha(AlphaAction.Remove)
    image.colorSpace = ColorSpace.sRGB
    image.strip()
    image.quality = 80
    return image.write(MagickFormat.Jpeg, bytes => Buffer.from(bytes))
  })
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

/**
 * RLE, as image editors write it. A layer is written only for transparency, which the merged image alone cannot state:
 * it holds the same pixels once more. Lossless, except that low has fewer colors for longer runs.
 */
function writePsd(image: IMagickImage, { quality, isLossless }: ImageTuning): Buffer {
  if (quality === 'low' && !isLossless) {
    const fewColors = new QuantizeSettings()
    fewColors.colors = 64
    fewColors.ditherMethod = DitherMethod.No
    image.quantize(fewColors)
    image.classType = ClassType.Direct
  }
  image.settings.compression = CompressionMethod.RLE
  if (image.hasAlpha) return writeLayer(image)
  image.settings.setDefine(MagickFormat.Psd, 'write-layers', false)
  return image.write(MagickFormat.Psd, bytes => Buffer.from(bytes))
}

/** The image as the only layer, below it the merged image: blended with white, as readers expect it. */
function writeLayer(image: IMagickImage): Buffer {
  return image.clone(merged => {
    merged.backgroundColor = MagickColors.White
    merged.alpha(AlphaAction.Remove)
    merged.composite(image, CompositeOperator.CopyAlpha)
    merged.settings.compression = CompressionMethod.RLE
    const images = MagickImageCollection.create()
    images.push(merged, image)
    return images.write(MagickFormat.Psd, bytes => Buffer.from(bytes))
  })
}

/** As signal-to-noise ratio in decibels; 100 is lossless. */
const jp2Quality: Readonly<Record<ImageQuality, number>> = { high: 100, medium: 44, low: 36 }

/** Below it, and below a bit for this many pixels, an image is so simple that it hardly grows without loss. */
const simpleBytes = 4096
const simplePixelsPerBit = 4

/** OpenJPEG misses the ratio by far where large areas have one color, so that these change visibly. */
function writeJp2(image: IMagickImage, { quality }: ImageTuning): Buffer {
  const write = (decibels: number) => {
    image.quality = decibels
    return image.write(MagickFormat.Jp2, bytes => Buffer.from(bytes))
  }
  const lossy = write(jp2Quality[quality])
  const isSimple = lossy.length * 8 * simplePixelsPerBit < image.width * image.height
  if (quality === 'high' || (lossy.length > simpleBytes && !isSimple)) return lossy
  const lossless = write(jp2Quality.high)
  return lossless.length <= 2 * lossy.length + simpleBytes ? lossless : lossy
}

/** 32 bits for each pixel, or blocks of BC1 (8:1), with transparency BC3 (4:1), which graphics cards draw as they are. */
function writeDds(image: IMagickImage, { quality, isLossless }: ImageTuning): Buffer {
  const hasBlocks = quality === 'low' && !isLossless
  const blocks = image.hasAlpha ? 'dxt5' : 'dxt1'
  // 24 bits are no format of newer graphics interfaces.
  if (!hasBlocks && !image.hasAlpha) image.alpha(AlphaAction.Set)
  image.settings.setDefine(MagickFormat.Dds, 'compression', hasBlocks ? blocks : 'none')
  image.settings.setDefine(MagickFormat.Dds, 'mipmaps', 0)
  return image.write(MagickFormat.Dds, bytes => Buffer.from(bytes))
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

/** All images of a HEIC file or the chosen one, the largest of an icon, else the first: the merged image of a PSD. */
function chooseFrames(input: Buffer, format: MagickFormat, request: ImageRequest): readonly number[] {
  const { from, page, maxPixels } = request
  const frames = MagickImageCollection.create()
  try {
    whileReadingMagick(() => frames.ping(input, new MagickReadSettings({ format })))
    // Unsigned: a side of more than 2³¹ pixels is reported as negative and would pass the check.
    const pixels = frames.map(({ width, height }) => (width >>> 0) * (height >>> 0))
    const largest = Math.max(...pixels)
    if (largest > maxPixels)
      throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
    const main = from === 'ico' ? pixels.indexOf(largest) : 0
    const all = from === 'heic' ? [...pixels.keys()] : [main]
    if (page === 0) return all
    const chosen = all[page - 1]
    if (chosen === undefined) throw new JobFailure('page-beyond-end', { page, pages: all.length })
    return [chosen]
  } finally {
    frames.dispose()
  }
}
