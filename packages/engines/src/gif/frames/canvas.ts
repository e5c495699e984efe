/** How large the result is, and what is too much of it. */
import type { GifFormat, Size } from '../gif-context.ts'

/** Fits into every format, and no screen is taller. */
export const maxHeight = 8192
/** Width times height times frames: half a minute of 720p at 30 frames a second, with some air. */
const maxClipPixels = 1_000_000_000

/** The width is the chosen one, the height follows the proportions. Encoders of films want even numbers. */
export function canvasFor(width: number, shown: Size, format: GifFormat): Size {
  const height = Math.max(2, Math.round((width * shown.height) / shown.width))
  return format === 'mp4' ? { width: even(width), height: even(height) } : { width, height }
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2)
}

export function isTooMuch({ width, height }: Size, frames: number): boolean {
  return width * height * frames > maxClipPixels
}
