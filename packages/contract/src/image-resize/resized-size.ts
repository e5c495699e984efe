/** Size of a resized image; shown by the page and applied by the server. */
import type { Size } from '../image-edit/geometry.ts'
import type { ResizeMode } from '../operations/resize-image.ts'

export interface ResizeSettings {
  readonly mode: ResizeMode
  /** In pixels; 0 is derived from the other side, both 0 keep the size. */
  readonly width: number
  readonly height: number
  readonly percent: number
  /** Fill keeps the most salient part instead of the center. */
  readonly isSmartCrop: boolean
}

/** `source`: as displayed, after orientation. */
export function resizedSize(source: Size, { mode, width, height, percent }: ResizeSettings): Size {
  if (mode === 'percentage') return scaled(source, percent / 100)
  if (width <= 0 && height <= 0) return { width: source.width, height: source.height }
  if (mode !== 'fit' && width > 0 && height > 0) return { width, height }
  const scale = Math.min(
    width > 0 ? width / source.width : Number.POSITIVE_INFINITY,
    height > 0 ? height / source.height : Number.POSITIVE_INFINITY,
  )
  return scaled(source, scale)
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
