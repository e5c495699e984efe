/** What high, medium and low mean for each format that sharp or our own writers produce. */
import type { AvifOptions, GifOptions, JpegOptions, PngOptions, TiffOptions, WebpOptions } from 'sharp'
import type { ImageQuality } from '../image-request.ts'

type PerQuality<Options> = Readonly<Record<ImageQuality, Options>>

/** High keeps every colour detail; low is meant for previews and mail. */
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

/** Effort 2 costs a fifth of the default's time for a few percent more bytes. */
export const avifQuality: PerQuality<AvifOptions> = {
  high: { quality: 70, effort: 2, chromaSubsampling: '4:4:4' },
  medium: { quality: 52, effort: 2, chromaSubsampling: '4:2:0' },
  low: { quality: 32, effort: 2, chromaSubsampling: '4:2:0' },
}

/**
 * High and medium lose nothing: high keeps 16 bits a channel where the picture has them,
 * medium writes 8 and packs them harder. Low has 256 colours.
 */
export const pngQuality: PerQuality<PngOptions> = {
  high: { compressionLevel: 6 },
  medium: { compressionLevel: 7, adaptiveFiltering: true },
  low: { palette: true, effort: 2 },
}

/** As PNG: high keeps 16 bits, medium packs 8 bits harder, low is lossy. */
export const tiffQuality: PerQuality<TiffOptions> = {
  high: { compression: 'lzw', predictor: 'horizontal' },
  medium: { compression: 'deflate', predictor: 'horizontal' },
  low: { compression: 'jpeg', quality: 60 },
}

/**
 * 256 colours are all a GIF has: high searches longest for the best ones, low makes do with 16.
 * In animations, what changes less than the error between two frames is not stored again,
 * and every frame is kept, also where nothing moves.
 */
/** sharp honours 16 or 256 colours; the 64 of a medium still picture are left by merging (see encode-gif). */
export const gifQuality: PerQuality<GifOptions> = {
  high: { colors: 256, dither: 1, effort: 7 },
  medium: { colors: 256, dither: 0, effort: 5, interFrameMaxError: 8 },
  low: { colors: 16, dither: 0.6, effort: 3, interFrameMaxError: 16 },
}

export const mediumGifColors = 64

/** BMP is never compressed, so depth is what there is to choose: with alpha, true colour, high colour. */
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

/** The picture on the page is a JPEG. */
export const pdfQuality: PerQuality<JpegOptions> = {
  high: { quality: 95, chromaSubsampling: '4:4:4' },
  medium: { quality: 82 },
  low: { quality: 50 },
}

/** Low TIFF of a picture with transparency, which JPEG inside TIFF cannot carry. */
export const lowTiffColors: PngOptions = { palette: true, effort: 2 }

export type PaletteOptions = Pick<PngOptions, 'colors' | 'quality'>

/** Palettes from the richest to the poorest. sharp honours 16 or 256 colours; between, quality says how few will do. */
export const palettes: readonly PaletteOptions[] = [
  100, 95, 90, 85, 80, 75, 70, 65, 60, 50, 40, 30, 20, 10,
].map(quality => ({ quality }))
