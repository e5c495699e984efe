/** A picture as numbers: four bytes a pixel, red, green, blue and opacity, row by row; colours are not multiplied by opacity. */
import type { Size } from './geometry.ts'

export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

export function emptyPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

/** Whether nothing can be seen through it; then opacity need not be reckoned with. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}
