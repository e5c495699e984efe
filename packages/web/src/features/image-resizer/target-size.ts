/** What size an image will have, and how one side follows from the other. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { resizedSize } from '@filesmith/contract/image-resize/resized-size'
import { type ResizeSettings, toRequest } from './resize-settings.ts'

export function targetSize(original: Size, settings: ResizeSettings): Size {
  return resizedSize(original, toRequest(settings))
}

/** The other side in the proportions of the first image; as it was where these are unknown or not to be kept. */
export function withSide(
  settings: ResizeSettings,
  side: 'width' | 'height',
  value: number | null,
  first: Size | undefined,
): ResizeSettings {
  const changed = { ...settings, [side]: value }
  const follows = settings.method === 'dimensions' && settings.maintainAspectRatio && first !== undefined
  if (!follows || !value) return changed
  const other = side === 'width' ? 'height' : 'width'
  return { ...changed, [other]: Math.max(1, Math.round((value * first[other]) / first[side])) }
}

export function describeSize({ width, height }: Size): string {
  return `${width} x ${height}`
}
