/** Converts one image: header, decoding, color conversion, encoding. */

import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import { JobFailure, type JobHandler, type Report } from '../process/helper-program.ts'
import { analyze, checkFrames, type Facts } from './analyze.ts'
import { drawFrames } from './apng/draw-frames.ts'
import { readApng } from './apng/read-apng.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileReading, whileWriting } from './failures.ts'
import { gifQuality, webpOptions } from './quality.ts'
import { checkFits } from './side-limits.ts'
import { unpackSvg } from './svg.ts'
import { type PdfImagePage, writePdf } from './write-pdf.ts'

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
    pages.push(await whileWriting(() => encodePdfPage(pixels, request)))
    report(10 + (70 * (page + 1)) / facts.frames, 'page')
  }
  return writePdf(pages)
}

export const convertWithSharp: JobHandler<ImageRequest> = async (request, received, report) => {
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

/** Other targets take the first frame only. */
function isAnimationKept(facts: Facts, { from, to }: ImageRequest): boolean {
  const isAnimated = from === 'apng' || (facts.frames > 1 && (from === 'gif' || from === 'webp'))
  return isAnimated && (to === 'gif' || to === 'webp')
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
