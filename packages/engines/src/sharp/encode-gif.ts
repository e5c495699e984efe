/** Writes a still GIF: 256 colours, 64 or 16. */
import sharp from 'sharp'
import type { ImageQuality } from '../image-request.ts'
import { openPixels, type Pixels } from './pixels.ts'
import { gifQuality, mediumGifColors } from './quality.ts'
import { reduceColors } from './reduce-colors.ts'

export async function encodeGif(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  const gif = await openPixels(pixels).gif(gifQuality[quality]).toBuffer()
  if (quality !== 'medium') return gif
  const { data, info } = await sharp(gif, { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceColors(data, mediumGifColors)
  return sharp(data, { raw: info, limitInputPixels: false }).gif(gifQuality.medium).toBuffer()
}
