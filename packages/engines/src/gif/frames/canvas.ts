/** Size of the result, and the limit on its total number of pixels. */
import type { GifFormat, Size } from '../gif-context.ts'

/** Supported by every format and taller than any screen. */
export const maxHeight = 8192
/** Width times height times frames: half a minute of 720p at 30 fps, with some headroom. */
const maxClipPixels = 1_000_000_000

/** The requested width, with the height by aspect ratio. 4:2:0 video needs even sides. */
export function canvasFor(width: number, shown: Size, format: GifFormat): Size {
  const height = Math.max(2, Math.round((width * shown.height) / shown.width))
  return format === 'mp4' ? { width: even(width), height: even(height) } : { width, height }
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2)
}

export function exceedsClipLimit({ width, height }: Size, frames: number): boolean {
  return width * height * frames > maxClipPixels
}
