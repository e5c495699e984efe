/** Encodes edited pixels; quality is a number from 1 to 100 here, as in the editor. */
import type { ImageOutput } from '../../image-request.ts'
import { whileWriting } from '../failures.ts'
import { avifQuality, pngQuality, tiffQuality } from '../quality.ts'
import { openRgba, type RgbaPixels } from './place-pixels.ts'

/** Full chroma resolution from this quality on. */
const minFullChromaQuality = 90

export function encodeEdited(pixels: RgbaPixels, to: ImageOutput, quality: number): Promise<Buffer> {
  const image = openRgba(pixels)
  if (to === 'jpg') image.flatten({ background: '#ffffff' })
  else if (pixels.isOpaque) image.removeAlpha()
  const chromaSubsampling = quality >= minFullChromaQuality ? '4:4:4' : '4:2:0'
  return whileWriting(() => {
    if (to === 'jpg') return image.jpeg({ quality, chromaSubsampling }).toBuffer()
    if (to === 'webp') return image.webp({ quality }).toBuffer()
    if (to === 'avif') return image.avif({ ...avifQuality.high, quality, chromaSubsampling }).toBuffer()
    if (to === 'tiff') return image.tiff(tiffQuality.high).toBuffer()
    return image.png(pngQuality.high).toBuffer()
  })
}
