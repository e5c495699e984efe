/** Encoding efforts: the requested quality, and the steps down from it that make the result smaller. */
import { type GifQuality, gifPresets } from '@filesmith/contract/gif-presets'
import type { Effort } from '../gif-context.ts'

const webpQualities: Readonly<Record<GifQuality, number>> = { low: 45, medium: 65, high: 82 }
const crfs: Readonly<Record<GifQuality, number>> = { low: 30, medium: 24, high: 19 }

export function defaultEffort(quality: GifQuality): Effort {
  return {
    gif: gifPresets[quality],
    webpQuality: webpQualities[quality],
    crf: crfs[quality],
    scale: 1,
    keepEvery: 1,
  }
}

/** First reduce fidelity, which is the least noticeable. */
const lowerQualities: readonly Pick<Effort, 'gif' | 'webpQuality' | 'crf'>[] = [
  { gif: { holdBelow: 8, colors: 256, lossy: 25 }, webpQuality: 65, crf: 24 },
  { gif: { holdBelow: 10, colors: 192, lossy: 40 }, webpQuality: 55, crf: 27 },
  { gif: { holdBelow: 12, colors: 128, lossy: 60 }, webpQuality: 45, crf: 30 },
  { gif: { holdBelow: 14, colors: 96, lossy: 90 }, webpQuality: 30, crf: 33 },
  { gif: { holdBelow: 17, colors: 64, lossy: 130 }, webpQuality: 20, crf: 36 },
  { gif: { holdBelow: 20, colors: 48, lossy: 180 }, webpQuality: 10, crf: 40 },
]

/** Then reduce the size and the frame rate alternately. */
const reductions: readonly Pick<Effort, 'scale' | 'keepEvery'>[] = [
  { scale: 0.85, keepEvery: 1 },
  { scale: 0.85, keepEvery: 2 },
  { scale: 0.7, keepEvery: 2 },
  { scale: 0.55, keepEvery: 2 },
  { scale: 0.45, keepEvery: 3 },
  { scale: 0.35, keepEvery: 3 },
  { scale: 0.25, keepEvery: 4 },
]

/** From the requested quality down to the lowest acceptable one. A slideshow never drops images. */
export function effortsFrom(quality: GifQuality, isSlideshow: boolean): readonly Effort[] {
  const requested = defaultEffort(quality)
  const below = lowerQualities
    .filter(({ gif }) => gif.lossy > requested.gif.lossy)
    .map(plain => ({ ...requested, ...plain }))
  const lowest = below.at(-1) ?? requested
  const reduced = reductions.map(({ scale, keepEvery }) => ({
    ...lowest,
    scale,
    keepEvery: isSlideshow ? 1 : keepEvery,
  }))
  return [requested, ...below, ...reduced]
}
