/** Properties of the GIF to be made: frame rate label, resolution, and a rough size estimate. */
import type { GifQuality } from '@filesmith/contract/gif-presets'
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
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

const defaultSourceSize: ImageSize = { width: 16, height: 9 }

/** Height in the aspect ratio of the source; 16:9 while it is unknown. */
export function heightFor(width: number, sourceSize: ImageSize = defaultSourceSize): number {
  return Math.max(1, Math.round((width * sourceSize.height) / sourceSize.width))
}

export function formatResolution({ width, height }: ImageSize): string {
  return `${width} x ${height}`
}

const qualityFactors: Readonly<Record<GifQuality, number>> = { low: 0.6, medium: 1, high: 1.5 }

/** Rough estimate from the source size alone; with the default settings it equals the source size. */
export function estimateFromSource(
  sourceBytes: number,
  { fps, width, quality }: Pick<GifSettings, 'fps' | 'width' | 'quality'>,
): number {
  const area = (width / gifBounds.width.default) ** 2
  return sourceBytes * (fps / gifBounds.fps.default) * area * qualityFactors[quality]
}
