/** Samples pairs of consecutive frames, as they will be in the GIF, from a video or from images. */
import { type FramePair, sampleMoments } from '@filesmith/contract/gif-estimate'
import { loadImage } from '../../../lib/load-image.ts'
import type { ImageSize } from '../gif-metrics.ts'
import { drawFitted } from '../preview/draw-frame.ts'
import type { VideoPart } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { limitSamples } from './limit-samples.ts'

type Pixels = Uint8ClampedArray

export async function sampleVideo(
  reader: VideoReader,
  { startTime, duration }: VideoPart,
  fps: number,
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  const sampled = limitSamples(sampleMoments(startTime, duration, fps), size)
  const pixelReader = createPixelReader(size)
  const frames = new Map<number, Pixels>()
  const times = distinctTimes(sampled)
  await reader.frames(times, signal, (video, index) => {
    frames.set(times[index] ?? 0, pixelReader.pixelsOf(video))
  })
  signal.throwIfAborted()
  return pairUp(sampled, frames)
}

/** Rejects if an image cannot be decoded: the remaining samples would not be representative. */
export async function sampleImages(
  files: readonly Blob[],
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  // At one frame per second a sampled time is an index into the list.
  const sampled = limitSamples(sampleMoments(0, files.length, 1), size)
  const pixelReader = createPixelReader(size)
  const frames = new Map<number, Pixels>()
  for (const index of distinctTimes(sampled)) {
    const file = files[index]
    const element = file && (await loadImage(file))
    signal.throwIfAborted()
    if (!element) throw new Error('image cannot be decoded')
    frames.set(index, pixelReader.pixelsOf(element))
  }
  return pairUp(sampled, frames)
}

type Sampled = ReturnType<typeof sampleMoments>

/** Each frame once, even if it ends one pair and starts the next. */
function distinctTimes(sampled: Sampled): number[] {
  return [...new Set(sampled.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds]))]
}

function pairUp(sampled: Sampled, frames: ReadonlyMap<number, Pixels>): FramePair[] {
  return sampled.flatMap(({ firstSeconds, secondSeconds }) => {
    const [first, second] = [frames.get(firstSeconds), frames.get(secondSeconds)]
    return first && second ? [{ first, second }] : []
  })
}

function createPixelReader({ width, height }: ImageSize) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('2D canvas context is not available')
  return {
    pixelsOf(image: HTMLVideoElement | HTMLImageElement): Pixels {
      context.clearRect(0, 0, width, height)
      drawFitted(context, image)
      return context.getImageData(0, 0, width, height).data
    },
  }
}
