/** Encoder settings of the qualities high, medium and low, for sharp and the built-in writers. */
import type { AvifOptions, GifOptions, JpegOptions, PngOptions, TiffOptions, WebpOptions } from 'sharp'
import type { ImageQuality, ImageTuning } from '../image-request.ts'

type PerQuality<Options> = Readonly<Record<ImageQuality, Options>>

/** High keeps full chroma resolution; low is intended for previews and mail. */
export const jpgQuality: PerQuality<JpegOptions> = {
  high: { quality: 92, chromaSubsampling: '4:4:4' },
  medium: { quality: 80 },
  low: { quality: 50 },
}

export const webpQuality: PerQuality<WebpOptions> = {
  high: { quality: 90 },
  medium: { quality: 78 },
  low: { quality: 45 },
}

/** Full chroma resolution from this quality on. */
export const minFullChromaPercent = 90

const chromaFor = (percent: number) => (percent >= minFullChromaPercent ? '4:4:4' : '4:2:0')

export function jpgOptions({ quality, qualityPercent }: ImageTuning): JpegOptions {
  if (qualityPercent === undefined) return jpgQuality[quality]
  return { quality: qualityPercent, chromaSubsampling: chromaFor(qualityPercent) }
}

export function webpOptions({ quality, qualityPercent, isLossless }: ImageTuning): WebpOptions {
  // Otherwise the colors of fully transparent pixels are lost.
  if (isLossless) return { lossless: true, exact: true }
  return qualityPercent === undefined ? webpQuality[quality] : { quality: qualityPercent }
}

export function avifOptions({ quality, qualityPercent, isLossless }: ImageTuning): AvifOptions {
  if (isLossless) return { lossless: true, effort: avifEffort }
  if (qualityPercent === undefined) return avifQuality[quality]
  return { quality: qualityPercent, effort: avifEffort, chromaSubsampling: chromaFor(qualityPercent) }
}

export function pdfOptions({ quality, qualityPercent }: ImageTuning): JpegOptions {
  return qualityPercent === undefined ? pdfQuality[quality] : jpgOptions({ quality, qualityPercent })
}

const avifEffort = 2

/** Effort 2 takes a fifth of the default time for a few percent more bytes. */
export const avifQuality: PerQuality<AvifOptions> = {
  high: { quality: 70, effort: avifEffort, chromaSubsampling: '4:4:4' },
  medium: { quality: 52, effort: avifEffort, chromaSubsampling: '4:2:0' },
  low: { quality: 32, effort: avifEffort, chromaSubsampling: '4:2:0' },
}

/**
 * High and medium are lossless: high keeps 16 bits per channel where the source has them, medium writes 8 bits with
 * stronger compression. Low has 256 colors.
 */
export const pngQuality: PerQuality<PngOptions> = {
  high: { compressionLevel: 6 },
  medium: { compressionLevel: 7, adaptiveFiltering: true },
  low: { palette: true, effort: 2 },
}

/** Like PNG: high keeps 16 bits, medium compresses 8 bits more strongly, low is lossy. */
export const tiffQuality: PerQuality<TiffOptions> = {
  high: { compression: 'lzw', predictor: 'horizontal' },
  medium: { compression: 'deflate', predictor: 'horizontal' },
  low: { compression: 'jpeg', quality: 60 },
}

/**
 * GIF has at most 256 colors: high searches longest for the best palette, low uses 16. sharp supports 16 or 256 colors
 * only, so the 64 colors of a medium still image result from merging (see encode-gif). In animations, changes below
 * interFrameMaxError are not stored again, and every frame is kept, even without changes.
 */
export const gifQuality: PerQuality<GifOptions> = {
  high: { colors: 256, dither: 1, effort: 7 },
  medium: { colors: 256, dither: 0, effort: 5, interFrameMaxError: 8 },
  low: { colors: 16, dither: 0.6, effort: 3, interFrameMaxError: 16 },
}

export const mediumGifColors = 64

/** BMP is uncompressed, so quality selects the depth: with alpha, 24 bits, or 16 bits (5-6-5). */
export const bmpBitsPerPixel: PerQuality<32 | 24 | 16> = { high: 32, medium: 24, low: 16 }

export const icoSizes: PerQuality<readonly number[]> = {
  high: [16, 24, 32, 48, 64, 128, 256],
  medium: [16, 32, 48, 256],
  low: [16, 32, 48, 256],
}

export const icoPng: PerQuality<PngOptions> = {
  high: { compressionLevel: 9 },
  medium: { compressionLevel: 9 },
  low: { palette: true, colors: 16 },
}

/** PDF pages contain a JPEG. */
const pdfQuality: PerQuality<JpegOptions> = {
  high: { quality: 95, chromaSubsampling: '4:4:4' },
  medium: { quality: 82 },
  low: { quality: 50 },
}

/** Low quality for TIFF with alpha, which JPEG in TIFF does not support. */
export const lowTiffColors: PngOptions = { palette: true, effort: 2 }

export type PaletteOptions = Pick<PngOptions, 'colors' | 'quality'>

/** Palettes from best to smallest. sharp supports 16 or 256 colors only; in between, quality controls the number. */
export const palettes: readonly PaletteOptions[] = [
  100, 95, 90, 85, 80, 75, 70, 65, 60, 50, 40, 30, 20, 10,
].map(quality => ({ quality }))
