/** Pixels from a reader of a format that libvips does not read, and the checks that all readers share. */
import { JobFailure } from '../../process/job-failure.ts'

export interface DecodedPixels {
  readonly width: number
  readonly height: number
  /** Gray, gray with alpha, RGB or CMYK, RGBA; interleaved, rows from top to bottom, alpha not premultiplied. */
  readonly data: Uint8Array | Uint16Array
  readonly channels: 1 | 2 | 3 | 4
  readonly isCmyk?: boolean
  /** The data are packed indexes, each row in whole bytes; colors as 0xBBGGRR. */
  readonly palette?: { readonly bits: number; readonly colors: Uint32Array } | undefined
  readonly icc?: Buffer | undefined
  /** Fraction of the pixels that the file has, below 1 where it ends early. */
  readonly readShare?: number
}

/** A whole image file inside another one, which libvips reads itself. */
export interface EmbeddedFile {
  readonly embedded: Buffer
}

/** Before any pixel is allocated: a header may state any size (decompression bomb). */
export function checkDecodedSize(width: number, height: number, maxPixels: number): void {
  if (!(width > 0 && height > 0)) throw new JobFailure('file-damaged')
  if (width * height > maxPixels)
    throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
}
