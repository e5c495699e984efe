/** Encodes a page image for a PDF: JPEG, or 1-bit Flate if it is purely black and white. */
import { deflateSync } from 'node:zlib'
import { openPageImage, type PageImage } from '../image/page-image.ts'

export interface PdfImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly colors: 1 | 3
  readonly bits: 1 | 8
  readonly filter: 'DCTDecode' | 'FlateDecode'
}

const jpegQuality = 85

export async function pdfImage(page: PageImage): Promise<PdfImage> {
  const { width, height } = page
  const isGray = page.channels < 3
  if (page.channels === 1 && page.data.every(value => value === 0 || value === 255)) {
    const data = deflateSync(packBits(page.data, width, height))
    return { data, width, height, colors: 1, bits: 1, filter: 'FlateDecode' }
  }
  const image = openPageImage(page)
  const data = await (isGray ? image.toColourspace('b-w') : image).jpeg({ quality: jpegQuality }).toBuffer()
  return { data, width, height, colors: isGray ? 1 : 3, bits: 8, filter: 'DCTDecode' }
}

function packBits(pixels: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (pixels[y * width + x] === 255) {
        const at = y * rowBytes + (x >> 3)
        packed[at] = (packed[at] as number) | (0x80 >> (x & 7))
      }
  return packed
}
