/** What the qualities of a GIF mean, for the engine that makes it and for the page that guesses its size. */
import type { gifQualities } from './operations/create-gif.ts'

export type GifQuality = (typeof gifQualities)[number]

export interface GifPreset {
  /** A pixel that moves by no more than this, of 255, stays as it was shown before: unchanged areas cost nothing. */
  readonly holdBelow: number
  readonly colors: number
  /** How much gifsicle may change for longer repetitions. */
  readonly lossy: number
}

/** Measured in decision record 29. */
export const gifPresets: Readonly<Record<GifQuality, GifPreset>> = {
  low: { holdBelow: 12, colors: 128, lossy: 60 },
  medium: { holdBelow: 8, colors: 256, lossy: 25 },
  high: { holdBelow: 4, colors: 256, lossy: 8 },
}
