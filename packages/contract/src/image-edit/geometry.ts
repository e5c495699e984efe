/**
 * Where every pixel of an edited picture comes from. A picture is turned upright as its camera meant it, flipped, turned, cropped and resized, in
 * this order; then its colours are changed, and what came of that is blurred. All of it is done to 8-bit sRGB as it is stored.
 *
 * Turning by an odd angle goes round the middle, takes a pixel from the four nearest of the source (bilinear) and leaves the corners transparent.
 * Blur is a Gaussian; beyond an edge the outermost pixels go on. Wherever pixels are mixed, each counts as much as it is opaque. Formats without
 * transparency lay the finished picture on white.
 */
import { type ImageEdit, maxEditedSide } from './settings.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface EditGeometry {
  /** Clockwise, from 0 up to but not including 360. */
  readonly rotateDegrees: number
  /** Of the whole picture after it was turned: what it takes to hold all of it. */
  readonly turned: Size
  /** What is kept of the turned picture, in whole pixels. */
  readonly crop: Size & { readonly left: number; readonly top: number }
  readonly output: Size
  /** Standard deviation of the blur, in pixels of the output. */
  readonly blurPixels: number
}

export function editGeometry(source: Size, edit: ImageEdit): EditGeometry {
  const rotateDegrees = ((edit.rotate % 360) + 360) % 360
  const turned = turnedSize(source, rotateDegrees)
  const crop = cropOf(turned, edit)
  const output = outputSize(crop, edit)
  return {
    rotateDegrees,
    turned,
    crop,
    output,
    blurPixels: (edit.blur * Math.max(output.width, output.height)) / 1000,
  }
}

export function turnedSize({ width, height }: Size, degrees: number): Size {
  if (degrees % 180 === 0) return { width, height }
  if (degrees % 90 === 0) return { width: height, height: width }
  const radians = (degrees * Math.PI) / 180
  const [sine, cosine] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))]
  return {
    width: Math.max(1, Math.round(width * cosine + height * sine)),
    height: Math.max(1, Math.round(width * sine + height * cosine)),
  }
}

function cropOf(turned: Size, { cropX, cropY, cropWidth, cropHeight }: ImageEdit): EditGeometry['crop'] {
  const left = Math.min(turned.width - 1, Math.round((turned.width * cropX) / 100))
  const top = Math.min(turned.height - 1, Math.round((turned.height * cropY) / 100))
  const width = Math.round((turned.width * cropWidth) / 100)
  const height = Math.round((turned.height * cropHeight) / 100)
  return {
    left,
    top,
    width: Math.min(turned.width - left, Math.max(1, width)),
    height: Math.min(turned.height - top, Math.max(1, height)),
  }
}

/** Both sides given and the proportions kept: as large as fits into them. */
function outputSize(crop: Size, { resizeWidth, resizeHeight, maintainAspectRatio }: ImageEdit): Size {
  const [width, height] = [Math.round(resizeWidth), Math.round(resizeHeight)]
  if (width <= 0 && height <= 0) return { width: crop.width, height: crop.height }
  if (!maintainAspectRatio)
    return {
      width: bounded(width > 0 ? width : crop.width),
      height: bounded(height > 0 ? height : crop.height),
    }
  const scale = Math.min(
    width > 0 ? width / crop.width : Number.POSITIVE_INFINITY,
    height > 0 ? height / crop.height : Number.POSITIVE_INFINITY,
  )
  return { width: bounded(crop.width * scale), height: bounded(crop.height * scale) }
}

function bounded(side: number): number {
  return Math.min(maxEditedSide, Math.max(1, Math.round(side)))
}
