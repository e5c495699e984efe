/** Plays an animated image and picks the frame displayed at each sampled time. */
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'
import { checkFrames } from '../../sharp/analyze.ts'
import { drawFrames } from '../../sharp/apng/draw-frames.ts'
import { readApng } from '../../sharp/apng/read-apng.ts'
import { whileReading } from '../../sharp/failures.ts'
import type { Size } from '../gif-context.ts'
import type { ImageJob } from './image-job.ts'
import type { SourceImage } from './open-source-image.ts'

interface Strip extends Size {
  readonly pixels: Buffer
  readonly delaysMs: readonly number[]
}

export interface PlayedImage {
  readonly size: Size
  /** Index of the displayed frame for each sample of the range. */
  readonly shown: readonly number[]
  readonly playedSeconds: number
  frame(index: number): Sharp
}

export async function playImage(
  image: SourceImage,
  format: string,
  { range, maxAnimationPixels }: ImageJob,
): Promise<PlayedImage> {
  const strip =
    format === 'apng'
      ? await apngStrip(image, maxAnimationPixels)
      : await pageStrip(image, maxAnimationPixels)
  const { width, height, pixels } = strip
  const delaysMs = strip.delaysMs.map(browserDelay)
  const lengthMs = delaysMs.reduce((sum, delay) => sum + delay, 0)
  const startMs = range.startTime * 1000
  if (startMs >= lengthMs) {
    throw new JobFailure('start-beyond-end', { length: `only ${(lengthMs / 1000).toFixed(1)} seconds long` })
  }
  const playedMs = Math.min(range.duration * 1000, lengthMs - startMs)
  const frames = Math.max(1, Math.ceil(((playedMs - 20) * range.fps) / 1000 - 1e-6))
  const moments = Array.from({ length: frames }, (_, index) => startMs + (index * 1000) / range.fps)
  const frameBytes = width * height * 4
  return {
    size: { width, height },
    shown: moments.map(moment => frameAt(delaysMs, moment)),
    playedSeconds: playedMs / 1000,
    frame: index =>
      sharp(pixels.subarray(index * frameBytes, (index + 1) * frameBytes), {
        raw: { width, height, channels: 4 },
        limitInputPixels: false,
      }),
  }
}

/** Browsers play delays below 20 ms as 100 ms. */
function browserDelay(delayMs: number): number {
  return delayMs < 20 ? 100 : delayMs
}

function frameAt(delaysMs: readonly number[], momentMs: number): number {
  let endMs = 0
  // Tolerance, so that a rounding error does not select the frame before.
  const at = delaysMs.findIndex(delay => {
    endMs += delay
    return momentMs + 0.5 < endMs
  })
  return at < 0 ? delaysMs.length - 1 : at
}

async function apngStrip({ input }: SourceImage, maxAnimationPixels: number): Promise<Strip> {
  const apng = readApng(input)
  const { width, height, frames } = apng
  checkFrames({ width, height, frames: frames.length }, maxAnimationPixels)
  const pixels = await drawFrames(apng, () => {})
  return { width, height, pixels, delaysMs: frames.map(({ delayMs }) => delayMs) }
}

async function pageStrip(
  { input, size, frames, failOn }: SourceImage,
  maxAnimationPixels: number,
): Promise<Strip> {
  checkFrames({ ...size, frames }, maxAnimationPixels)
  const open: SharpOptions = { animated: true, failOn, limitInputPixels: false }
  const { delay = [] } = await whileReading(() => sharp(input, open).metadata())
  const pixels = await whileReading(() =>
    sharp(input, open).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer(),
  )
  return { ...size, pixels, delaysMs: Array.from({ length: frames }, (_, index) => delay[index] ?? 100) }
}
