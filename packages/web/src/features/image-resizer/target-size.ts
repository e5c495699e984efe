/** What size an image will have, and how one side follows from the other. */
import { maxResizedSide } from '@filesmith/contract/operations/resize-image'
import { modeOf, type ResizeSettings } from './resize-settings.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export function targetSize(original: PictureSize, settings: ResizeSettings): PictureSize {
  const mode = modeOf(settings)
  if (mode === 'percentage') return scaled(original, settings.percent / 100)
  const [width, height] = [settings.width ?? 0, settings.height ?? 0]
  if (width === 0 && height === 0) return original
  if (width === 0) return scaled(original, height / original.height)
  if (height === 0) return scaled(original, width / original.width)
  if (mode === 'fit') return scaled(original, Math.min(width / original.width, height / original.height))
  return { width, height }
}

function scaled({ width, height }: PictureSize, factor: number): PictureSize {
  const side = (pixels: number) => Math.min(maxResizedSide, Math.max(1, Math.round(pixels * factor)))
  return { width: side(width), height: side(height) }
}

/** The other side in the proportions of the first image; as it was where these are unknown or not to be kept. */
export function withSide(
  settings: ResizeSettings,
  side: 'width' | 'height',
  value: number | null,
  first: PictureSize | undefined,
): ResizeSettings {
  const changed = { ...settings, [side]: value }
  const follows = settings.method === 'dimensions' && settings.maintainAspectRatio && first !== undefined
  if (!follows || !value) return changed
  const other = side === 'width' ? 'height' : 'width'
  return { ...changed, [other]: Math.max(1, Math.round((value * first[other]) / first[side])) }
}

export function describeSize({ width, height }: PictureSize): string {
  return `${width} x ${height}`
}
