/** Converts animated images with all frames, delays and loop count. */
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import type { Report } from '../process/helper-program.ts'
import { checkFrames, type Facts } from './analyze.ts'
import { drawFrames } from './apng/draw-frames.ts'
import { readApng } from './apng/read-apng.ts'
import { whileReading, whileWriting } from './failures.ts'
import { gifQuality, webpQuality } from './quality.ts'

/** Other targets take the first frame only. */
export function isAnimationKept(facts: Facts, { from, to }: ImageRequest): boolean {
  const isAnimated = from === 'apng' || (facts.frames > 1 && (from === 'gif' || from === 'webp'))
  return isAnimated && (to === 'gif' || to === 'webp')
}

export function convertAnimation(
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
  { to, quality }: ImageRequest,
  timing: { delay?: number[]; loop?: number } = {},
): Sharp {
  return to === 'gif'
    ? frames.gif({ ...gifQuality[quality], ...timing })
    : frames.webp({ ...webpQuality[quality], ...timing })
}
