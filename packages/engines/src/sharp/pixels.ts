/** Pixels on their way to an encoder: of the opened file, or of a stage before, as an uncompressed TIFF. */
import sharp, { type Exif, type Sharp } from 'sharp'

export type PixelSpace = 'srgb' | 'b-w' | 'rgb16' | 'grey16'

export interface Pixels {
  /** Upright, and opaque if `hasAlpha` is false. */
  readonly open: () => Sharp
  readonly space: PixelSpace
  readonly hasAlpha: boolean
  readonly hasProfile: boolean
  /** Pixels per inch declared by the source. */
  readonly density: number | undefined
  /** Kept on request; never with the location. */
  readonly exif?: Exif | undefined
}

/** sharp works with 8 bits unless the pipeline color space is set. */
export function inSpace(image: Sharp, space: PixelSpace): Sharp {
  const is16Bit = space === 'rgb16' || space === 'grey16'
  return (is16Bit ? image.pipelineColourspace(space) : image).toColourspace(space)
}

export function openPixels(pixels: Pixels): Sharp {
  const image = inSpace(pixels.open(), pixels.space)
  if (pixels.hasProfile) image.keepIccProfile()
  return pixels.exif ? image.withExif(pixels.exif) : image
}

export function openTiff(tiff: Buffer): Sharp {
  return sharp(tiff, { limitInputPixels: false })
}

/** By far the fastest format, and it keeps depth, alpha and profile. */
export function toTiff(image: Sharp): Promise<Buffer> {
  return image.tiff({ compression: 'none' }).toBuffer()
}
