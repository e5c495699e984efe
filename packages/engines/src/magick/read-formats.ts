/** Pins the ImageMagick coder per format: with detection, untrusted input could select any coder (attack surface). */
import { MagickFormat } from '@imagemagick/magick-wasm'
import type { ImageInput } from '../image-request.ts'

export const readFormats: Readonly<Record<ImageInput, MagickFormat>> = {
  jpg: MagickFormat.Jpeg,
  png: MagickFormat.Png,
  apng: MagickFormat.Png,
  gif: MagickFormat.Gif,
  webp: MagickFormat.WebP,
  bmp: MagickFormat.Bmp,
  svg: MagickFormat.Svg,
  tiff: MagickFormat.Tiff,
  avif: MagickFormat.Avif,
  heic: MagickFormat.Heic,
  ico: MagickFormat.Ico,
  psd: MagickFormat.Psd,
  jxl: MagickFormat.Jxl,
}
