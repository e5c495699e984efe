/** What high, medium and low mean for JPEG XL. */
import type { ImageQuality } from '../image-request.ts'

/** Effort 3 is the most that WebAssembly does in bearable time: the default 7 takes 5 s a megapixel. */
export const jxlQuality: Readonly<Record<ImageQuality, { quality: number; effort: number }>> = {
  high: { quality: 93, effort: 3 },
  medium: { quality: 82, effort: 3 },
  low: { quality: 55, effort: 3 },
}
