/** The sharp helper: a sandboxed process that receives and returns image bytes and never opens files. */

import { blur as gaussianBlur } from '@filesmith/contract/image-edit/blur'
import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { maxEditedSide } from '@filesmith/contract/image-edit/settings'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import { type ResizeSettings, resizedSize } from '@filesmith/contract/image-resize/resized-size'
import sharp from 'sharp'
import { type ImageNote, withImageNotes } from '../image-notes.ts'
import type { EditWork, ImageOutput, ImageRequest } from '../image-request.ts'
import { imageRequestSchema } from '../image-request.ts'
import {
  JobFailure,
  type JobHandler,
  type Report,
  type StreamedResult,
  serveJobs,
} from '../process/helper-program.ts'
import { analyze, checkFrames, type Facts } from './analyze.ts'
import { convertAnimation, isAnimationKept } from './convert-animation.ts'
import { decode } from './decode.ts'
import { fromClamped, openRgba, placePixels, type RgbaPixels, toClamped } from './edit/place-pixels.ts'
import { encode } from './encode.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileWriting } from './failures.ts'
import { avifQuality, pngQuality, tiffQuality } from './quality.ts'
import { type Frames, readFrames, resizeFrames } from './resize/frames.ts'
import { openStill } from './resize/open-still.ts'
import { animationLadder, stillLadder } from './resize/quality-ladders.ts'
import { reachSize, type SizedResult } from './resize/reach-size.ts'
import { checkFits } from './side-limits.ts'
import { unpackSvg } from './svg.ts'
import { type PdfImagePage, writePdf } from './write-pdf.ts'

// Every job has a different image, so a cache would only hold memory.
sharp.cache(false)
serveJobs(imageRequestSchema, (request, input, report) => {
  if (request.edit) return edit(request, request.edit, input, report)
  if (request.resize) return resize(request, request.resize, input, report)
  return convertWithSharp(request, input, report)
})

/** Converts a multi-page TIFF (a scan or a fax) to a PDF with the same number of pages. */
const maxPages = 1000

function isPaged(facts: Facts, { from, to }: ImageRequest): boolean {
  return from === 'tiff' && to === 'pdf' && facts.frames > 1
}

async function convertTiffPages(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  if (facts.frames > maxPages) throw new JobFailure('too-many-frames')
  const pages: PdfImagePage[] = []
  for (let page = 0; page < facts.frames; page++) {
    // Pages may differ in size, depth and color space.
    const pageFacts = await analyze(input, request, page)
    const pixels = await decode(input, pageFacts, request, () => {})
    pages.push(await whileWriting(() => encodePdfPage(pixels, request.quality)))
    report(10 + (70 * (page + 1)) / facts.frames, 'page')
  }
  return writePdf(pages)
}

/** Converts one image: header, decoding, color conversion, encoding. */
const convertWithSharp: JobHandler<ImageRequest> = async (request, received, report) => {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  checkFits(facts, request.to)
  report(10, 'analyze')
  if (isAnimationKept(facts, request)) return convertAnimation(input, facts, request, report)
  if (isPaged(facts, request)) return convertTiffPages(input, facts, request, report)
  const pixels = await decode(input, facts, request, report)
  report(60, 'encode')
  const result = await encode(pixels, request)
  report(80, 'encode')
  return result
}

const maxSide = 16_383
const maxIconSide = 256
const animatedOutputs: ReadonlySet<ImageOutput> = new Set(['gif', 'webp', 'apng'])

/** Resizes one image, still or animated, to the requested dimensions and file size. */
async function resize(
  request: ImageRequest,
  settings: ResizeSettings,
  received: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  const frames = await readFrames(input, facts, request, report)
  const requested = resizedSize(facts.upright, settings)
  const size = request.to === 'ico' ? iconSize(requested) : requested
  if (!isSame(size, facts.upright)) checkSize(size, request.maxPixels)
  checkFits(size, request.to)
  report(15, 'analyze')
  const notes: ImageNote[] = size === requested ? [] : [{ kind: 'icon-size', ...size }]
  if (frames && animatedOutputs.has(request.to)) {
    checkFrames({ ...size, frames: frames.delays.length }, request.maxAnimationPixels)
    return finish(await resizeAnimation(frames, size))
  }
  if (frames) notes.push({ kind: 'first-frame' })
  else if (facts.frames > 1 && request.from === 'tiff') notes.push({ kind: 'first-page' })
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

/** Full chroma resolution from this quality on. */
const minFullChromaQuality = 90

function encodeEdited(pixels: RgbaPixels, to: ImageOutput, quality: number): Promise<Buffer> {
  const image = openRgba(pixels)
  if (to === 'jpg') image.flatten({ background: '#ffffff' })
  else if (pixels.isOpaque) image.removeAlpha()
  const chromaSubsampling = quality >= minFullChromaQuality ? '4:4:4' : '4:2:0'
  return whileWriting(() => {
    if (to === 'jpg') return image.jpeg({ quality, chromaSubsampling }).toBuffer()
    if (to === 'webp') return image.webp({ quality }).toBuffer()
    if (to === 'avif') return image.avif({ ...avifQuality.high, quality, chromaSubsampling }).toBuffer()
    if (to === 'tiff') return image.tiff(tiffQuality.high).toBuffer()
    return image.png(pngQuality.high).toBuffer()
  })
}

/** Applies an image edit the same way as the browser: geometry, colors, blur, encoding. */
async function edit(
  request: ImageRequest,
  work: EditWork,
  received: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  const geometry = editGeometry(facts.upright, work)
  checkSizes([geometry.crop, geometry.output], request.maxPixels)
  checkFits(geometry.output, request.to)
  report(15, 'analyze')
  const placed = await placePixels(input, facts, work, geometry, report)
  report(50, 'colour')
  applyColors(placed.data, colorSteps(work))
  report(60, 'blur')
  const finished = blur(placed, geometry.blurPixels)
  report(70, 'encode')
  const result = await encodeEdited(finished, request.to, work.percent)
  report(90, 'encode')
  return withImageNotes(result, notesOn(facts, request))
}

function checkSizes(sizes: readonly { width: number; height: number }[], maxPixels: number): void {
  const tooLarge = sizes.find(({ width, height }) => width * height > maxPixels)
  if (tooLarge === undefined) return
  const { width, height } = tooLarge
  throw new JobFailure('resized-too-large', {
    width,
    height,
    megapixels: Math.floor(maxPixels / 1_000_000),
    pixels: maxEditedSide,
  })
}

function notesOn(facts: Facts, { from }: ImageRequest): ImageNote[] {
  if (from === 'apng') return [{ kind: 'first-frame' }]
  if (facts.frames === 1) return []
  return [{ kind: from === 'tiff' ? 'first-page' : 'first-frame' }]
}

/** Gaussian blur as specified in the contract: the integer blur of libvips shifts brightness by up to two percent. */
function blur(pixels: RgbaPixels, sigma: number): RgbaPixels {
  return fromClamped(atOnce(gaussianBlur(toClamped(pixels), sigma)), pixels.isOpaque)
}
