/** Reads all frames of an animated image and resizes them. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import sharp from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import type { Report } from '../../process/helper-program.ts'
import { checkFrames, type Facts } from '../analyze.ts'
import { drawFrames } from '../apng/draw-frames.ts'
import { readApng } from '../apng/read-apng.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { chooseWindow } from './choose-window.ts'
import type { Raster } from './raster.ts'
import { resizeRaster } from './resize-raster.ts'

const channels = 4

/** All frames stacked vertically, RGBA. */
export interface Frames extends Size {
  readonly data: Buffer
  /** In milliseconds. */
  readonly delays: readonly number[]
  /** 0 loops forever. */
  readonly loop: number
}

/** Undefined for a still image, and for a chosen frame. */
export async function readFrames(
  input: Buffer,
  facts: Facts,
  { from, page, maxAnimationPixels }: ImageRequest,
  report: Report,
): Promise<Frames | undefined> {
  if (page > 0) return undefined
  if (from === 'apng') {
    const apng = readApng(input)
    const { width, height, loop, frames } = apng
    if (frames.length === 1) return undefined
    checkFrames({ width, height, frames: frames.length }, maxAnimationPixels)
    const data = await drawFrames(apng, drawn => report(10 + (20 * drawn) / frames.length, 'decode'))
    return { data, width, height, loop, delays: frames.map(({ delayMs }) => delayMs) }
  }
  if (facts.frames === 1 || (from !== 'gif' && from !== 'webp')) return undefined
  checkFrames(facts, maxAnimationPixels)
  return whileReading(async () => {
    const image = sharp(input, { ...facts.open, animated: true })
    const { delay = [], loop = 0 } = await image.metadata()
    const data = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer()
    const delays = Array.from({ length: facts.frames }, (_, frame) => delay[frame] ?? 100)
    return { data, width: facts.width, height: facts.height, loop, delays }
  })
}

export async function resizeFrames(
  frames: Frames,
  settings: ResizeSettings,
  size: Size,
  report: Report,
): Promise<Frames> {
  const count = frames.delays.length
  const bytes = size.width * size.height * channels
  const data = Buffer.allocUnsafeSlow(bytes * count)
  // The same window for every frame, so that the image does not jump.
  const window = await chooseWindow(frameOf(frames, 0), settings, size)
  for (let frame = 0; frame < count; frame++) {
    const resized = await whileWriting(() => resizeRaster(frameOf(frames, frame), window, size))
    data.set(resized.data, frame * bytes)
    report(30 + (30 * (frame + 1)) / count, 'resize')
  }
  return { ...frames, ...size, data }
}

function frameOf({ data, width, height }: Frames, frame: number): Raster {
  const bytes = width * height * channels
  return { data: data.subarray(frame * bytes, (frame + 1) * bytes), width, height, channels }
}
