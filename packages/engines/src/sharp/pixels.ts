/** Pixels between two stages as an uncompressed TIFF: by far the fastest, and it keeps depth, alpha and profile. */
import sharp, { type Exif, type Sharp } from 'sharp'

export type PixelSpace = 'srgb' | 'b-w' | 'rgb16' | 'grey16'

export interface TiffPixels {
  readonly tiff: Buffer
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

export function openPixels(pixels: TiffPixels): Sharp {
  const image = inSpace(sharp(pixels.tiff, { limitInputPixels: false }), pixels.space)
  if (pixels.hasProfile) image.keepIccProfile()
  return pixels.exif ? image.withExif(pixels.exif) : image
}

export function toTiff(image: Sharp): Promise<Buffer> {
  return image.tiff({ compression: 'none' }).toBuffer()
}
