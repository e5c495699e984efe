/** Pure functions for an area on an image or a page: moving, resizing, aspect ratio. In percent of it as it is shown. */
import type { Size } from '@filesmith/contract/image-edit/geometry'

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Which edges move: -1 left or top, 1 right or bottom, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

export const fullArea: Area = { x: 0, y: 0, width: 100, height: 100 }

/** A smaller area could not be grabbed. */
const minPercent = 1

export function moveArea(area: Area, byX: number, byY: number): Area {
  return {
    ...area,
    x: clamp(area.x + byX, 0, 100 - area.width),
    y: clamp(area.y + byY, 0, 100 - area.height),
  }
}

/** `aspectRatio` is width divided by height in percent, or undefined. Edges that are not dragged stay. */
export function resizeArea(
  area: Area,
  { x, y }: Handle,
  byX: number,
  byY: number,
  aspectRatio: number | undefined,
): Area {
  const right = area.x + area.width
  const bottom = area.y + area.height
  const maxWidth = x < 0 ? right : 100 - area.x
  const maxHeight = y < 0 ? bottom : 100 - area.y
  let width = clamp(area.width + x * byX, minPercent, maxWidth)
  let height = clamp(area.height + y * byY, minPercent, maxHeight)
  if (aspectRatio === undefined) return anchorArea(area, { x, y }, width, height)
  // At a corner the direction with the larger movement decides.
  if (y === 0 || (x !== 0 && width / aspectRatio > height)) height = width / aspectRatio
  else width = height * aspectRatio
  const [limitWidth, limitHeight] = [
    x === 0 ? maxCentered(area.x, area.width) : maxWidth,
    y === 0 ? maxCentered(area.y, area.height) : maxHeight,
  ]
  const shrink = Math.min(1, limitWidth / width, limitHeight / height)
  return anchorArea(area, { x, y }, width * shrink, height * shrink)
}

/** The largest length that fits around the center. */
function maxCentered(start: number, length: number): number {
  const center = start + length / 2
  return 2 * Math.min(center, 100 - center)
}

function anchorArea(area: Area, { x, y }: Handle, width: number, height: number): Area {
  const shiftX = { [-1]: area.width - width, 0: (area.width - width) / 2, 1: 0 }[x] ?? 0
  const shiftY = { [-1]: area.height - height, 0: (area.height - height) / 2, 1: 0 }[y] ?? 0
  return {
    x: clamp(area.x + shiftX, 0, 100 - width),
    y: clamp(area.y + shiftY, 0, 100 - height),
    width,
    height,
  }
}

/** The largest area with this aspect ratio around the center of the current one. */
export function areaWithAspectRatio(area: Area, aspectRatio: number): Area {
  const width = Math.min(100, 100 * aspectRatio)
  const height = width / aspectRatio
  const centerX = area.x + area.width / 2
  const centerY = area.y + area.height / 2
  return {
    x: clamp(centerX - width / 2, 0, 100 - width),
    y: clamp(centerY - height / 2, 0, 100 - height),
    width,
    height,
  }
}

/** Converts a pixel aspect ratio to percent, which depends on the shape of what is shown. */
export function toPercentRatio(pixelRatio: number, shown: Size): number {
  return (pixelRatio * shown.height) / shown.width
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(min, max), Math.max(min, value))
}

export const arrowDirections: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
