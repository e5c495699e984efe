/** Reads a picture once and draws it at any size that is asked for. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import type { Report } from '../../process/helper-program.ts'
import type { Facts } from '../analyse.ts'
import { decode, type Kept, keptOf, settle } from '../decode.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { type Pixels, toTiff } from '../pixels.ts'
import { writeTiff } from '../write-tiff.ts'
import { chooseWindow } from './choose-window.ts'
import { type Raster, toRaster } from './raster.ts'
import { isManyTimesSmaller, resizeRaster, shrinkByLight } from './resize-raster.ts'

export type DrawStill = (size: Size) => Promise<Pixels>

export function openStill(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  settings: ResizeSettings,
  report: Report,
): DrawStill {
  const kept = keptOf(facts, request)
  const isWhole = ({ width, height }: Size) =>
    width === facts.upright.width && height === facts.upright.height
  let read: { readonly raster: Raster; readonly size: Size } | undefined

  async function drawRaster(size: Size): Promise<Pixels> {
    if (read === undefined && canReadAndShrink(facts, kept, settings, size)) {
      const shrink = () => toRaster(shrinkByLight(openUpright(input, facts), size), kept.space)
      return settle(writeTiff({ ...(await whileReading(shrink)), icc: undefined }), facts, kept)
    }
    // What was read for a larger size serves a smaller one.
    if (read === undefined || read.size.width < size.width || read.size.height < size.height)
      read = { raster: await whileReading(() => readRaster(input, facts, kept, size)), size }
    const { raster } = read
    report(40, 'resize')
    const window = await chooseWindow(raster, settings, size)
    const resized = await whileWriting(() => resizeRaster(raster, window, size))
    const icc = facts.profile === 'portable' ? facts.icc : undefined
    return settle(writeTiff({ ...resized, icc }), facts, kept)
  }

  return size => {
    report(25, 'decode')
    if (isWhole(size)) return decode(input, facts, request, report)
    if (request.from === 'svg') return drawDrawing(input, facts, kept, settings, size)
    return drawRaster(size)
  }
}

/** From so many pixels on a JPEG may be read smaller than it is: single pixels of such photos differ little from their neighbours. */
const manyPixels = 6_000_000
/** What is read must be larger than the result by this, so that the kernel still has something to choose from. */
const leastSpare = 1.5

/** sharp reads at a half from three times on, at a quarter from five, at an eighth from nine. */
const readAtFactors = [9, 5, 3]

function readRaster(input: Buffer, facts: Facts, kept: Kept, size: Size): Promise<Raster> {
  const image = openUpright(input, facts)
  const { width, height } = facts.upright
  const shrink = Math.min(width / size.width, height / size.height)
  const factor = readAtFactors.find(at => shrink >= at * leastSpare)
  if (facts.isJpeg && factor !== undefined && width * height >= manyPixels)
    image.resize(Math.floor(width / factor), Math.floor(height / factor), { fit: 'fill' })
  // sharp gives out grey pixels without their opacity.
  return toRaster(image, kept.space === 'b-w' && facts.hasAlpha ? 'srgb' : kept.space)
}

/** Opaque colours as everybody stores them need not be laid out whole in between: reading and averaging go side by side. */
function canReadAndShrink(facts: Facts, kept: Kept, settings: ResizeSettings, size: Size): boolean {
  const isPlain = kept.space === 'srgb' && facts.profile === 'none' && !facts.is16Bit && !facts.isGray
  // A JPEG is read faster by reading less of it.
  return (
    isPlain &&
    !facts.hasAlpha &&
    !facts.isJpeg &&
    settings.mode !== 'fill' &&
    isManyTimesSmaller(facts.upright, size)
  )
}

function openUpright(input: Buffer, facts: Facts): Sharp {
  const image = sharp(input, facts.open).autoOrient()
  return facts.profile === 'portable' ? image.keepIccProfile() : image
}

/** A drawing is drawn at the size itself. */
function drawDrawing(
  input: Buffer,
  facts: Facts,
  kept: Kept,
  settings: ResizeSettings,
  size: Size,
): Promise<Pixels> {
  return whileReading(async () => {
    const image = fitted(sharp(input, facts.open), settings, size)
    return settle(await toTiff(image.toColourspace('srgb')), facts, kept)
  })
}

function fitted(image: Sharp, settings: ResizeSettings, { width, height }: Size): Sharp {
  if (settings.mode !== 'fill') return image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  const position = settings.isSmartCrop ? 'attention' : 'centre'
  return image.resize(width, height, { fit: 'cover', position, kernel: 'lanczos3' })
}
