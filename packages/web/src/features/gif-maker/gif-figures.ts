/** What a GIF will be, in figures: its rate in words, its size in pixels, a first guess of its size in bytes. */
import type { GifQuality } from '@filesmith/contract/gif-looks'
import { gifMessages } from '@filesmith/contract/messages/gif'
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import type { GifSettings } from './gif-settings.ts'

const { fpsLabels } = gifMessages
const slowUpTo = 5
const smoothFrom = 25

export function fpsLabel(fps: number): string {
  if (fps <= slowUpTo) return fpsLabels.low
  return fps >= smoothFrom ? fpsLabels.high : fpsLabels.middle
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

const usualProportions: ImageSize = { width: 16, height: 9 }

/** As high as these proportions make it; 16:9 as long as nobody knows better. */
export function heightFor(width: number, proportions: ImageSize = usualProportions): number {
  return Math.max(1, Math.round((width * proportions.height) / proportions.width))
}

export function describeSize({ width, height }: ImageSize): string {
  return `${width} x ${height}`
}

const qualityFactors: Readonly<Record<GifQuality, number>> = { low: 0.6, medium: 1, high: 1.5 }

/** A guess, from nothing but the bytes that go in and what they shall become; the usual settings change nothing. */
export function guessBytes(
  sourceBytes: number,
  { fps, width, quality }: Pick<GifSettings, 'fps' | 'width' | 'quality'>,
): number {
  const area = (width / gifBounds.width.usual) ** 2
  return sourceBytes * (fps / gifBounds.fps.usual) * area * qualityFactors[quality]
}
