/** Encoder settings of the qualities high, medium and low for JPEG XL. */
import type { ImageQuality } from '../image-request.ts'

/** Effort 3 is the highest with acceptable speed in WebAssembly: the default of 7 takes 5 s per megapixel. */
export const jxlQuality: Readonly<Record<ImageQuality, { quality: number; effort: number }>> = {
  high: { quality: 93, effort: 3 },
  medium: { quality: 82, effort: 3 },
  low: { quality: 55, effort: 3 },
}
