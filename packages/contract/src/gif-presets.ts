/** Encoder settings for the qualities of a GIF, used by the engine and by the estimate in the browser. */
import type { gifQualities } from './operations/create-gif.ts'

export type GifQuality = (typeof gifQualities)[number]

export interface GifPreset {
  /** A pixel that changes by at most this much (of 255) keeps its previous color, so that unchanged areas cost nothing. */
  readonly holdBelow: number
  readonly colors: number
  /** How different a color may be that replaces another for a longer repetition; in the units of gifsicle. */
  readonly lossy: number
}

/** Measured in decision records 0029 and 0072. */
export const gifPresets: Readonly<Record<GifQuality, GifPreset>> = {
  low: { holdBelow: 12, colors: 128, lossy: 60 },
  medium: { holdBelow: 8, colors: 256, lossy: 25 },
  high: { holdBelow: 4, colors: 256, lossy: 8 },
}
