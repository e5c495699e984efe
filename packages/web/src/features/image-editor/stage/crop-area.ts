/** The area that is kept of a picture: moved, pulled at its handles, brought to a proportion. All in percent of the turned picture. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

export interface CropArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Which edges move: -1 the left or upper one, 1 the right or lower one, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

export const wholeArea: CropArea = { x: 0, y: 0, width: 100, height: 100 }

/** So small that nothing is left to take hold of. */
const leastPercent = 1

export function areaOf({ cropX, cropY, cropWidth, cropHeight }: ImageEdit): CropArea {
  return { x: cropX, y: cropY, width: cropWidth, height: cropHeight }
}

export function withArea(edit: ImageEdit, { x, y, width, height }: CropArea): ImageEdit {
  return { ...edit, cropX: round(x), cropY: round(y), cropWidth: round(width), cropHeight: round(height) }
}

export function moveArea(area: CropArea, byX: number, byY: number): CropArea {
  return {
    ...area,
    x: clamp(area.x + byX, 0, 100 - area.width),
    y: clamp(area.y + byY, 0, 100 - area.height),
  }
}

/** `proportion` is width to height of the area in percent, or undefined for any. The edges that are not pulled stay. */
export function pullArea(
  area: CropArea,
  { x, y }: Handle,
  byX: number,
  byY: number,
  proportion: number | undefined,
): CropArea {
  const right = area.x + area.width
  const bottom = area.y + area.height
  const roomX = x < 0 ? right : 100 - area.x
  const roomY = y < 0 ? bottom : 100 - area.y
  let width = clamp(area.width + x * byX, leastPercent, roomX)
  let height = clamp(area.height + y * byY, leastPercent, roomY)
  if (proportion === undefined) return place(area, { x, y }, width, height)
  // A corner follows the finger by whichever direction leads further.
  if (y === 0 || (x !== 0 && width / proportion > height)) height = width / proportion
  else width = height * proportion
  const [mostWidth, mostHeight] = [
    x === 0 ? roomAround(area.x, area.width) : roomX,
    y === 0 ? roomAround(area.y, area.height) : roomY,
  ]
  const shrink = Math.min(1, mostWidth / width, mostHeight / height)
  return place(area, { x, y }, width * shrink, height * shrink)
}

/** What is left on both sides of the middle. */
function roomAround(start: number, length: number): number {
  const middle = start + length / 2
  return 2 * Math.min(middle, 100 - middle)
}

function place(area: CropArea, { x, y }: Handle, width: number, height: number): CropArea {
  const shiftX = { [-1]: area.width - width, 0: (area.width - width) / 2, 1: 0 }[x] ?? 0
  const shiftY = { [-1]: area.height - height, 0: (area.height - height) / 2, 1: 0 }[y] ?? 0
  return {
    x: clamp(area.x + shiftX, 0, 100 - width),
    y: clamp(area.y + shiftY, 0, 100 - height),
    width,
    height,
  }
}

/** As large as it can be around the middle of what was kept. */
export function areaOfProportion(area: CropArea, proportion: number): CropArea {
  const width = Math.min(100, 100 * proportion)
  const height = width / proportion
  const middleX = area.x + area.width / 2
  const middleY = area.y + area.height / 2
  return {
    x: clamp(middleX - width / 2, 0, 100 - width),
    y: clamp(middleY - height / 2, 0, 100 - height),
    width,
    height,
  }
}

/** A proportion of pixels as one of percents, which depends on the shape of the picture. */
export function percentProportion(pixelProportion: number, turned: Size): number {
  return (pixelProportion * turned.height) / turned.width
}

/** Two digits are finer than a pixel of the largest picture on any screen. */
function round(percent: number): number {
  return Math.round(percent * 100) / 100
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(min, max), Math.max(min, value))
}
