/** Pixels between two stages, held as an uncompressed TIFF: cheapest by far, and it keeps depth, alpha and profile. */
import sharp, { type Sharp } from 'sharp'

export type PixelSpace = 'srgb' | 'b-w' | 'rgb16' | 'grey16'

export interface Pixels {
  readonly tiff: Buffer
  readonly space: PixelSpace
  readonly hasAlpha: boolean
  readonly hasProfile: boolean
  /** Pixels per inch as the source stated it. */
  readonly density: number | undefined
}

/** sharp works in 8 bits unless the whole pipeline is told otherwise. */
export function inSpace(image: Sharp, space: PixelSpace): Sharp {
  const is16Bit = space === 'rgb16' || space === 'grey16'
  return (is16Bit ? image.pipelineColourspace(space) : image).toColourspace(space)
}

export function openPixels(pixels: Pixels): Sharp {
  const image = inSpace(sharp(pixels.tiff, { limitInputPixels: false }), pixels.space)
  return pixels.hasProfile ? image.keepIccProfile() : image
}

export function toTiff(image: Sharp): Promise<Buffer> {
  return image.tiff({ compression: 'none' }).toBuffer()
}
