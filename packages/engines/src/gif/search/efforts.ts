/** What is spent on a result: the chosen quality, and what can be given up step by step to make it smaller. */
import { type GifQuality, gifLooks } from '@filesmith/contract/gif-looks'
import type { Effort } from '../gif-context.ts'

const webpQualities: Readonly<Record<GifQuality, number>> = { low: 45, medium: 65, high: 82 }
const crfs: Readonly<Record<GifQuality, number>> = { low: 30, medium: 24, high: 19 }

export function usualEffort(quality: GifQuality): Effort {
  return {
    look: gifLooks[quality],
    webpQuality: webpQualities[quality],
    crf: crfs[quality],
    scale: 1,
    keepEvery: 1,
  }
}

/** Fidelity first, which hardly anybody misses at once. */
const plainer: readonly Pick<Effort, 'look' | 'webpQuality' | 'crf'>[] = [
  { look: { holdBelow: 8, colors: 256, lossy: 25 }, webpQuality: 65, crf: 24 },
  { look: { holdBelow: 10, colors: 192, lossy: 40 }, webpQuality: 55, crf: 27 },
  { look: { holdBelow: 12, colors: 128, lossy: 60 }, webpQuality: 45, crf: 30 },
  { look: { holdBelow: 14, colors: 96, lossy: 90 }, webpQuality: 30, crf: 33 },
  { look: { holdBelow: 17, colors: 64, lossy: 130 }, webpQuality: 20, crf: 36 },
  { look: { holdBelow: 20, colors: 48, lossy: 180 }, webpQuality: 10, crf: 40 },
]

/** Then fewer frames and a smaller picture, in turns. */
const smaller: readonly Pick<Effort, 'scale' | 'keepEvery'>[] = [
  { scale: 0.85, keepEvery: 1 },
  { scale: 0.85, keepEvery: 2 },
  { scale: 0.7, keepEvery: 2 },
  { scale: 0.55, keepEvery: 2 },
  { scale: 0.45, keepEvery: 3 },
  { scale: 0.35, keepEvery: 3 },
  { scale: 0.25, keepEvery: 4 },
]

/** From the chosen one down to the least that can still be looked at. A slideshow never loses a picture. */
export function effortsFrom(quality: GifQuality, isSlideshow: boolean): readonly Effort[] {
  const usual = usualEffort(quality)
  const below = plainer
    .filter(({ look }) => look.lossy > usual.look.lossy)
    .map(plain => ({ ...usual, ...plain }))
  const plainest = below.at(-1) ?? usual
  const reduced = smaller.map(({ scale, keepEvery }) => ({
    ...plainest,
    scale,
    keepEvery: isSlideshow ? 1 : keepEvery,
  }))
  return [usual, ...below, ...reduced]
}
