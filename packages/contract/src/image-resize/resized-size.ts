/** How large a picture becomes: the page shows it before, the server makes it so. */
import type { Size } from '../image-edit/geometry.ts'
import type { ResizeMode } from '../operations/resize-image.ts'

export interface ResizeSettings {
  readonly mode: ResizeMode
  /** In pixels; 0 follows from the other side, both 0 leave the size as it is. */
  readonly width: number
  readonly height: number
  readonly percent: number
  /** Fill keeps what catches the eye, not the middle. */
  readonly isSmartCrop: boolean
}

/** Of the picture as it is seen: turned upright. */
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
