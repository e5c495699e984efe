/** Decodes a still image once and renders it at any requested size. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import type { Report } from '../../process/helper-program.ts'
import type { Facts } from '../analyze.ts'
import { adaptToTarget, decode, type KeptProperties, keptProperties } from '../decode.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { type TiffPixels, toTiff } from '../pixels.ts'
import { writeTiff } from '../write-tiff.ts'
import { chooseWindow } from './choose-window.ts'
import { type Raster, toRaster } from './raster.ts'
import { isManyTimesSmaller, resizeRaster, shrinkByLight } from './resize-raster.ts'

export type DrawStill = (size: Size) => Promise<TiffPixels>

export function openStill(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  settings: ResizeSettings,
  report: Report,
): DrawStill {
  const kept = keptProperties(facts, request)
  const isWhole = ({ width, height }: Size) =>
    width === facts.upright.width && height === facts.upright.height
  let read: { readonly raster: Raster; readonly size: Size } | undefined

  async function drawRaster(size: Size): Promise<TiffPixels> {
    if (read === undefined && canReadAndShrink(facts, kept, settings, size)) {
      const shrink = () => toRaster(shrinkByLight(openUpright(input, facts), size), kept.space)
      return adaptToTarget(writeTiff({ ...(await whileReading(shrink)), icc: undefined }), facts, kept)
    }
    // Pixels decoded for a larger size also serve a smaller one.
    if (read === undefined || read.size.width < size.width || read.size.height < size.height)
      read = { raster: await whileReading(() => readRaster(input, facts, kept, size)), size }
    const { raster } = read
    report(40, 'resize')
    const window = await chooseWindow(raster, settings, size)
    const resized = await whileWriting(() => resizeRaster(raster, window, size))
    const icc = facts.profile === 'portable' ? facts.icc : undefined
    return adaptToTarget(writeTiff({ ...resized, icc }), facts, kept)
  }

  return size => {
    report(25, 'decode')
    if (isWhole(size)) return decode(input, facts, request, report)
    if (request.from === 'svg') return renderSvg(input, facts, kept, settings, size)
    return drawRaster(size)
  }
}

/** From this size on a JPEG may be decoded at reduced scale: neighboring pixels of such photos differ little. */
const minReducedDecodePixels = 6_000_000
/** Pixels per result pixel that must remain for the resampling kernel. */
const minOversampling = 1.5

/** sharp decodes at 1/2 from a factor of three on, at 1/4 from five, at 1/8 from nine. */
const reducedDecodeFactors = [9, 5, 3]

function readRaster(input: Buffer, facts: Facts, kept: KeptProperties, size: Size): Promise<Raster> {
  const image = openUpright(input, facts)
  const { width, height } = facts.upright
  const shrink = Math.min(width / size.width, height / size.height)
  const factor = reducedDecodeFactors.find(at => shrink >= at * minOversampling)
  if (facts.isJpeg && factor !== undefined && width * height >= minReducedDecodePixels)
    image.resize(Math.floor(width / factor), Math.floor(height / factor), { fit: 'fill' })
  // sharp drops the alpha channel of gray raw output.
  return toRaster(image, kept.space === 'b-w' && facts.hasAlpha ? 'srgb' : kept.space)
}

/** Plain opaque sRGB needs no full raster in memory: libvips decodes and averages in one streaming pipeline. */
function canReadAndShrink(facts: Facts, kept: KeptProperties, settings: ResizeSettings, size: Size): boolean {
  const isPlain = kept.space === 'srgb' && facts.profile === 'none' && !facts.is16Bit && !facts.isGray
  // JPEG is faster with reduced-scale decoding.
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

/** SVG is rendered directly at the target size. */
function renderSvg(
  input: Buffer,
  facts: Facts,
  kept: KeptProperties,
  settings: ResizeSettings,
  size: Size,
): Promise<TiffPixels> {
  return whileReading(async () => {
    const image = fitted(sharp(input, facts.open), settings, size)
    return adaptToTarget(await toTiff(image.toColourspace('srgb')), facts, kept)
  })
}

function fitted(image: Sharp, settings: ResizeSettings, { width, height }: Size): Sharp {
  if (settings.mode !== 'fill') return image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  const position = settings.isSmartCrop ? 'attention' : 'centre'
  return image.resize(width, height, { fit: 'cover', position, kernel: 'lanczos3' })
}
