/** The crop area of an edit. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import type { Area } from '../../../lib/area-frame/area.ts'

export function areaOf({ cropX, cropY, cropWidth, cropHeight }: ImageEdit): Area {
  return { x: cropX, y: cropY, width: cropWidth, height: cropHeight }
}

export function withArea(edit: ImageEdit, { x, y, width, height }: Area): ImageEdit {
  return { ...edit, cropX: round(x), cropY: round(y), cropWidth: round(width), cropHeight: round(height) }
}

/** Two decimals are finer than a pixel of the largest image on any screen. */
function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
