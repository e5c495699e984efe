/** RGBA pixels, row by row; colors are not premultiplied. */
import type { Size } from './geometry.ts'

export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

export function emptyPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

/** Whether all pixels are opaque; then opacity can be ignored. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}
