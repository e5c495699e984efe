/**
 * Geometry of an image edit. An image is oriented by its EXIF data, flipped, rotated, cropped and resized, in this order; then
 * its colors are changed and the result is blurred, all in 8-bit sRGB as stored.
 *
 * Rotation by any angle is around the center with bilinear interpolation and leaves the corners transparent. Blur is a
 * Gaussian that extends edge pixels. Wherever pixels are mixed, they are weighted by opacity. Formats without transparency
 * get a white background.
 */
import { type ImageEdit, maxEditedSide } from './settings.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface EditGeometry {
  /** Clockwise, from 0 up to but not including 360. */
  readonly rotateDegrees: number
  /** Size of the whole image after rotation (bounding box). */
  readonly turned: Size
  /** The kept part of the rotated image, in whole pixels. */
  readonly crop: Size & { readonly left: number; readonly top: number }
  readonly output: Size
  /** Standard deviation of the blur, in pixels of the output. */
  readonly blurPixels: number
}

export function editGeometry(source: Size, edit: ImageEdit): EditGeometry {
  const rotateDegrees = ((edit.rotate % 360) + 360) % 360
  const turned = rotatedSize(source, rotateDegrees)
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

export function rotatedSize({ width, height }: Size, degrees: number): Size {
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

/** With both sides and kept proportions: fitted into them. */
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
