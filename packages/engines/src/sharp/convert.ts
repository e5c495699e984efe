/** Converts one image: header, decoding, color conversion, encoding. */
import sharp, { type Sharp } from 'sharp'
import { withImageNotes } from '../image-notes.ts'
import type { ImageRequest } from '../image-request.ts'
import type { JobHandler, Report } from '../process/helper-program.ts'
import { analyze, checkFrames, type Facts } from './analyze.ts'
import { drawFrames } from './apng/draw-frames.ts'
import { readApng } from './apng/read-apng.ts'
import { chosenPages, convertPages } from './convert-pages.ts'
import { decode, decodeOnTheWay } from './decode.ts'
import { encode } from './encode.ts'
import { whileReading, whileWriting } from './failures.ts'
import { gifQuality, webpOptions } from './quality.ts'
import { checkFits } from './side-limits.ts'

export const convertWithSharp: JobHandler<ImageRequest> = async (request, input, report) => {
  const first = await analyze(input, request)
  report(10, 'analyze')
  if (isAnimationKept(first, request)) {
    checkFits(first, request.to)
    return convertAnimation(input, first, request, report)
  }
  const pages = chosenPages(input, first, request)
  if (pages.length > 1) return convertPages(input, pages, request, report)
  const [page] = pages
  const facts = page === 0 ? first : await analyze(input, request, page)
  checkFits(facts, request.to)
  const result = await convertStill(input, facts, request, report)
  report(80, 'encode')
  return withImageNotes(
    result,
    isAnimated(first, request) && request.page === 0 ? [{ kind: 'first-frame' }] : [],
  )
}

/** In one pipeline, or in two if that fails, which shows whether the file or the encoder was the reason. */
async function convertStill(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  const onTheWay = await whileReading(() => decodeOnTheWay(input, facts, request))
  if (onTheWay) {
    // All at the same time, most of it encoding.
    report(25, 'decode')
    report(40, 'colour')
    report(60, 'encode')
    const result = await encode(onTheWay, request).catch(() => undefined)
    if (result) return result
  }
  const pixels = await decode(input, facts, request, report)
  report(60, 'encode')
  return encode(pixels, request)
}

function isAnimated(facts: Facts, { from }: ImageRequest): boolean {
  return from === 'apng' || (facts.frames > 1 && (from === 'gif' || from === 'webp'))
}

/** Other targets take one frame only. */
function isAnimationKept(facts: Facts, request: ImageRequest): boolean {
  const { to, page } = request
  return page === 0 && isAnimated(facts, request) && (to === 'gif' || to === 'webp')
}

/** Converts animated images with all frames, delays and loop count. */
function convertAnimation(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  return request.from === 'apng'
    ? convertApng(input, request, report)
    : convertFrames(input, facts, request, report)
}

/** sharp carries over delays and loop count; decoding and encoding are one pipeline. */
async function convertFrames(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  checkFrames(facts, request.maxAnimationPixels)
  report(25, 'decode')
  const frames = sharp(input, { ...facts.open, animated: true })
  const result = await whileReading(() => encodeFrames(frames, request).toBuffer())
  report(80, 'encode')
  return result
}

/** libvips reads only the first frame of an animated PNG, so frames are rendered here. */
async function convertApng(input: Buffer, request: ImageRequest, report: Report): Promise<Uint8Array> {
  const apng = readApng(input)
  const { width, height, loop, frames } = apng
  checkFrames({ width, height, frames: frames.length }, request.maxAnimationPixels)
  report(25, 'decode')
  const strip = await drawFrames(apng, drawn => report(25 + (35 * drawn) / frames.length, 'decode'))
  report(60, 'encode')
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
  const timing = { loop, delay: frames.map(frame => frame.delayMs) }
  const image = sharp(strip, { raw, limitInputPixels: false })
  const result = await whileWriting(() => encodeFrames(image, request, timing).toBuffer())
  report(80, 'encode')
  return result
}

function encodeFrames(
  frames: Sharp,
  request: ImageRequest,
  timing: { delay?: number[]; loop?: number } = {},
): Sharp {
  return request.to === 'gif'
    ? frames.gif({ ...gifQuality[request.quality], ...timing })
    : frames.webp({ ...webpOptions(request), ...timing })
}
