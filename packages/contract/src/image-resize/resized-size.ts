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
  /** A smaller image keeps its size; what is filled keeps the requested proportions. */
  readonly withoutEnlargement?: boolean
}

/** `source`: as displayed, after orientation. */
export function resizedSize(source: Size, settings: ResizeSettings): Size {
  const { mode, width, height, percent, withoutEnlargement = false } = settings
  const maxScale = withoutEnlargement ? 1 : Number.POSITIVE_INFINITY
  if (mode === 'percentage') return scaled(source, Math.min(percent / 100, maxScale))
  if (width <= 0 && height <= 0) return { width: source.width, height: source.height }
  const [across, down] = [source.width / width, source.height / height]
  if (mode === 'fill' && width > 0 && height > 0)
    return withoutEnlargement ? scaled({ width, height }, Math.min(1, across, down)) : { width, height }
  if (mode === 'exact' && width > 0 && height > 0)
    return withoutEnlargement
      ? { width: Math.min(width, source.width), height: Math.min(height, source.height) }
      : { width, height }
  const scale = Math.min(width > 0 ? 1 / across : maxScale, height > 0 ? 1 / down : maxScale, maxScale)
  return scaled(source, scale)
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
