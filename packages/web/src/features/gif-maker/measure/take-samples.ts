/** Pairs of frames that follow each other, as they will be in the GIF: from a film, or from pictures. */
import { type FramePair, sampleMoments } from '@filesmith/contract/gif-estimate'
import { loadImage } from '../../../lib/load-image.ts'
import type { ImageSize } from '../gif-figures.ts'
import { drawFitted } from '../preview/stage.ts'
import type { VideoPart } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { affordableMoments } from './affordable-moments.ts'

type Pixels = Uint8ClampedArray

export async function sampleVideo(
  reader: VideoReader,
  { startTime, duration }: VideoPart,
  fps: number,
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  const sampled = affordableMoments(sampleMoments(startTime, duration, fps), size)
  const drawing = openDrawing(size)
  const frames = new Map<number, Pixels>()
  const moments = distinctMoments(sampled)
  await reader.frames(moments, signal, (video, index) => {
    frames.set(moments[index] ?? 0, drawing.pixelsOf(video))
  })
  signal.throwIfAborted()
  return pairUp(sampled, frames)
}

/** Rejects when one of them cannot be drawn: what is left would say nothing about it. */
export async function sampleImages(
  files: readonly Blob[],
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  // One a second: then a moment is a place in the list.
  const sampled = affordableMoments(sampleMoments(0, files.length, 1), size)
  const drawing = openDrawing(size)
  const frames = new Map<number, Pixels>()
  for (const place of distinctMoments(sampled)) {
    const file = files[place]
    const picture = file && (await loadImage(file))
    signal.throwIfAborted()
    if (!picture) throw new Error('a picture cannot be drawn here')
    frames.set(place, drawing.pixelsOf(picture))
  }
  return pairUp(sampled, frames)
}

type Sampled = ReturnType<typeof sampleMoments>

/** A frame that ends one pair and begins the next is looked up once. */
function distinctMoments(sampled: Sampled): number[] {
  return [...new Set(sampled.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds]))]
}

function pairUp(sampled: Sampled, frames: ReadonlyMap<number, Pixels>): FramePair[] {
  return sampled.flatMap(({ firstSeconds, secondSeconds }) => {
    const [first, second] = [frames.get(firstSeconds), frames.get(secondSeconds)]
    return first && second ? [{ first, second }] : []
  })
}

function openDrawing({ width, height }: ImageSize) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('nothing can be drawn here')
  return {
    pixelsOf(image: HTMLVideoElement | HTMLImageElement): Pixels {
      context.clearRect(0, 0, width, height)
      drawFitted(context, image)
      return context.getImageData(0, 0, width, height).data
    },
  }
}
