/** Encodes a still GIF with 256, 64 or 16 colors. */
import sharp from 'sharp'
import type { ImageQuality } from '../image-request.ts'
import { openPixels, type TiffPixels } from './pixels.ts'
import { gifQuality, mediumGifColors } from './quality.ts'
import { reduceColors } from './reduce-colors.ts'

export async function encodeGif(pixels: TiffPixels, quality: ImageQuality): Promise<Buffer> {
  const gif = await openPixels(pixels).gif(gifQuality[quality]).toBuffer()
  if (quality !== 'medium') return gif
  const { data, info } = await sharp(gif, { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceColors(data, mediumGifColors)
  return sharp(data, { raw: info, limitInputPixels: false }).gif(gifQuality.medium).toBuffer()
}
