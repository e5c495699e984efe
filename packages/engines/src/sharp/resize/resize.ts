/** Resizes one image, still or animated, to the requested dimensions and file size. */
import { buffer } from 'node:stream/consumers'
import { holds } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type ResizeSettings, resizedSize } from '@filesmith/contract/image-resize/resized-size'
import sharp, { type Sharp } from 'sharp'
import { type ImageNote, withImageNotes, withImageReport } from '../../image-notes.ts'
import { checkPageCount, zipPages } from '../../image-pages.ts'
import type { ImageRequest } from '../../image-request.ts'
import { joinTiffs } from '../../join-tiffs.ts'
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { Facts } from '../analyze.ts'
import { analyze, checkFrames } from '../analyze.ts'
import { chosenPages } from '../convert-pages.ts'
import { adaptToTarget, decode, type KeptProperties, keptProperties } from '../decode.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { type Pixels, toTiff } from '../pixels.ts'
import { writeTiff } from '../readers/write-tiff.ts'
import { checkFits } from '../side-limits.ts'
import { drawSvg, svgScale } from '../svg/open-svg.ts'
import { chooseWindow } from './choose-window.ts'
import { type Frames, readFrames, resizeFrames } from './frames.ts'
import type { EncodeRung } from './quality-ladders.ts'
import { animationLadder, stillLadder } from './quality-ladders.ts'
import { type Raster, toRaster } from './raster.ts'
import { isManyTimesSmaller, resizeRaster, shrinkByLight } from './resize-raster.ts'

const maxSide = 16_383
const maxIconSide = 256

export async function resize(
  request: ImageRequest,
  settings: ResizeSettings,
  input: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const first = await analyze(input, request)
  const pages = chosenPages(input, first, request)
  if (pages.length > 1) return resizePages(input, pages, request, settings, report)
  const [page] = pages
  const facts = page === 0 ? first : await analyze(input, request, page)
  return resizeOne(input, facts, request, settings, report)
}

/** A TIFF keeps its pages; other formats become numbered files. A maximum file size holds for each file. */
async function resizePages(
  input: Buffer,
  pages: readonly number[],
  request: ImageRequest,
  settings: ResizeSettings,
  report: Report,
): Promise<StreamedResult> {
  checkPageCount(pages.length)
  const { to, isIntermediate, maxBytes } = request
  const isOneFile = to === 'tiff' || isIntermediate
  const perPage = isOneFile ? { ...request, maxBytes: Math.floor(maxBytes / pages.length) } : request
  const resizePage = async (index: number): Promise<Buffer> => {
    const facts = await analyze(input, request, pages[index])
    const { chunks } = await resizeOne(input, facts, perPage, settings, () => {})
    return buffer(chunks)
  }
  if (!isOneFile) return zipPages(request, pages.length, report, resizePage)
  const resized: Buffer[] = []
  for (const index of pages.keys()) {
    resized.push(await resizePage(index))
    report(10 + (80 * (index + 1)) / pages.length, 'page')
  }
  const bytes = to === 'tiff' ? joinTiffs(resized) : Buffer.concat(resized)
  return withImageReport(bytes, { pages: pages.length })
}

async function resizeOne(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  settings: ResizeSettings,
  report: Report,
): Promise<StreamedResult> {
  const frames = await readFrames(input, facts, request, report)
  // Drawings have no pixels that enlarging could blur.
  const requested = resizedSize(
    facts.upright,
    request.from === 'svg' ? { ...settings, withoutEnlargement: false } : settings,
  )
  const size = request.to === 'ico' ? iconSize(requested) : requested
  if (!isSame(size, facts.upright)) checkSize(size, request.maxPixels)
  checkFits(size, request.to)
  report(15, 'analyze')
  const notes: ImageNote[] = size === requested ? [] : [{ kind: 'icon-size', ...size }]
  if (frames && holds(request.to, 'frames')) {
    checkFrames({ ...size, frames: frames.delays.length }, request.maxAnimationPixels)
    return finish(await resizeAnimation(frames, size))
  }
  if (frames) notes.push({ kind: 'first-frame' })
  const draw = openStill(input, facts, request, settings, report)
  const ladder = stillLadder(request, size.width * size.height)
  return finish(await reachSize({ request, size, draw, ladder, report }))

  function resizeAnimation(animation: Frames, to: Size): Promise<SizedResult> {
    const drawAnimation = (at: Size) => resizeFrames(animation, settings, at, report)
    return reachSize({ request, size: to, draw: drawAnimation, ladder: animationLadder(request), report })
  }

  function finish({ bytes, size: reached }: SizedResult): StreamedResult {
    report(90, 'encode')
    return withImageNotes(bytes, reached === size ? notes : [...notes, { kind: 'scaled-down', ...reached }])
  }
}

/** Icons keep their aspect ratio and are limited to 256 pixels. */
function iconSize(requested: Size): Size {
  const scale = maxIconSide / Math.max(requested.width, requested.height)
  if (scale >= 1) return requested
  return {
    width: Math.max(1, Math.round(requested.width * scale)),
    height: Math.max(1, Math.round(requested.height * scale)),
  }
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

function checkSize({ width, height }: Size, maxPixels: number): void {
  if (Math.max(width, height) <= maxSide && width * height <= maxPixels) return
  const megapixels = Math.floor(maxPixels / 1_000_000)
  throw new JobFailure('resized-too-large', { width, height, megapixels, pixels: maxSide })
}

interface SizeRequest<Content> {
  readonly request: ImageRequest
  readonly size: Size
  readonly draw: (size: Size) => Promise<Content>
  readonly ladder: readonly EncodeRung<Content>[]
  readonly report: Report
}

interface SizedResult {
  readonly bytes: Uint8Array
  readonly size: Size
}

/** Smaller images are unrecognizable. */
const minLongerSide = 32
const maxAttempts = 10

/** Encodes an image within a maximum file size: reduces quality first and the number of pixels as a last resort. */
async function reachSize<Content>(sizing: SizeRequest<Content>): Promise<SizedResult> {
  const { request, size, draw, ladder, report } = sizing
  const { maxBytes } = request
  let content = await draw(size)
  report(60, 'encode')
  const first = await write(ladder[0], content)
  if (maxBytes === 0 || first.length <= maxBytes) return { bytes: first, size }
  let smallest = await write(ladder.at(-1), content)
  let drawn = size
  for (let attempt = 0; smallest.length > maxBytes; attempt++) {
    const next = reduced(drawn, maxBytes / smallest.length, attempt)
    if (attempt === maxAttempts || next === undefined)
      throw new JobFailure('file-size-unreachable', {
        kilobytes: Math.floor(maxBytes / 1000),
        format: request.to.toUpperCase(),
      })
    drawn = next
    content = await draw(drawn)
    smallest = await write(ladder.at(-1), content)
  }
  report(70, 'encode')
  return { bytes: await bestThatFits(ladder, content, maxBytes, smallest), size: drawn }
}

/** Size is roughly proportional to pixels; each attempt reduces more than the last. Undefined when none is left. */
function reduced({ width, height }: Size, byteRatio: number, attempt: number): Size | undefined {
  const longer = Math.max(width, height)
  if (longer <= minLongerSide) return undefined
  const wanted = Math.min(0.95 - 0.05 * attempt, Math.max(0.2, Math.sqrt(byteRatio) * 0.97))
  const scale = Math.max(wanted, minLongerSide / longer)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The last rung is known to fit; the best one is found by binary search. */
async function bestThatFits<Content>(
  ladder: readonly EncodeRung<Content>[],
  content: Content,
  maxBytes: number,
  smallest: Uint8Array,
): Promise<Uint8Array> {
  let best = smallest
  let [tooLarge, fits] = [-1, ladder.length - 1]
  while (fits - tooLarge > 1) {
    const middle = Math.floor((tooLarge + fits) / 2)
    const bytes = await write(ladder[middle], content)
    if (bytes.length <= maxBytes) [best, fits] = [bytes, middle]
    else tooLarge = middle
  }
  return best
}

function write<Content>(rung: EncodeRung<Content> | undefined, content: Content): Promise<Uint8Array> {
  if (rung === undefined) throw new Error('no encoder for this format')
  return whileWriting(() => rung(content))
}

type DrawStill = (size: Size) => Promise<Pixels>

/** Decodes a still image once and renders it at any requested size. */
function openStill(
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

  async function drawRaster(size: Size): Promise<Pixels> {
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
): Promise<Pixels> {
  return whileReading(async () => {
    const isCut = settings.mode === 'fill'
    const drawn = await drawSvg(input, isCut ? coveringSize(facts, size) : size)
    if (!isCut) return adaptToTarget(drawn, facts, kept)
    const image = sharp(drawn, facts.open).resize({
      ...size,
      fit: 'cover',
      position: settings.isSmartCrop ? 'attention' : 'centre',
      kernel: 'lanczos3',
    })
    return adaptToTarget(await toTiff(image), facts, kept)
  })
}

/** The smallest size with the shape of the drawing that covers the other. */
function coveringSize(drawing: Size, { width, height }: Size): Size {
  const scale = Math.max(width / drawing.width, height / drawing.height)
  const covering = { width: drawing.width * scale, height: drawing.height * scale }
  const limit = svgScale(covering, Number.POSITIVE_INFINITY)
  return { width: Math.ceil(covering.width * limit), height: Math.ceil(covering.height * limit) }
}
