/** Computes the size of the resized image, and one side from the other. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { resizedSize } from '@filesmith/contract/image-resize/resized-size'
import { type ResizeSettings, toResizeRequest } from './resize-settings.ts'

/** A drawing (SVG) has no pixels that enlarging could blur. */
export function targetSize(original: Size, settings: ResizeSettings, isDrawing = false): Size {
  const request = toResizeRequest(settings)
  return resizedSize(original, isDrawing ? { ...request, withoutEnlargement: false } : request)
}

/** Derives the other side from the aspect ratio of the first image, if that is known and locked. */
export function withSide(
  settings: ResizeSettings,
  side: 'width' | 'height',
  value: number | null,
  first: Size | undefined,
): ResizeSettings {
  const changed = { ...settings, [side]: value }
  const isLocked = settings.method === 'dimensions' && settings.maintainAspectRatio && first !== undefined
  if (!isLocked || !value) return changed
  const other = side === 'width' ? 'height' : 'width'
  return { ...changed, [other]: Math.max(1, Math.round((value * first[other]) / first[side])) }
}

export function formatPixels({ width, height }: Size): string {
  return `${width} x ${height}`
}
