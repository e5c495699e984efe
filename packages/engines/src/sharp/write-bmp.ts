/** Writes BMP files with 24 bits, 32 bits (alpha) or 16 bits (5-6-5) per pixel. */

export interface RawImage {
  /** Rows from top to bottom: RGB, or RGBA for 32 bits. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

const fileHeaderBytes = 14
/** BITMAPV4HEADER, the first version with channel masks and alpha. */
const v4HeaderBytes = 108
const infoHeaderBytes = 40
const bitFields = 3
const pixelsPerMeter = 2835

const masks = {
  32: [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000],
  16: [0xf800, 0x07e0, 0x001f, 0],
} as const

export function writeBmp(image: RawImage, bitsPerPixel: 32 | 24 | 16): Buffer {
  const rowBytes = Math.ceil((image.width * bitsPerPixel) / 32) * 4
  const headerBytes = bitsPerPixel === 24 ? infoHeaderBytes : v4HeaderBytes
  const pixelOffset = fileHeaderBytes + headerBytes
  const bmp = Buffer.alloc(pixelOffset + rowBytes * image.height)

  bmp.write('BM', 0, 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(pixelOffset, 10)
  bmp.writeUInt32LE(headerBytes, 14)
  bmp.writeInt32LE(image.width, 18)
  bmp.writeInt32LE(image.height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(bitsPerPixel, 28)
  bmp.writeUInt32LE(bitsPerPixel === 24 ? 0 : bitFields, 30)
  bmp.writeUInt32LE(rowBytes * image.height, 34)
  bmp.writeInt32LE(pixelsPerMeter, 38)
  bmp.writeInt32LE(pixelsPerMeter, 42)
  if (bitsPerPixel !== 24) {
    masks[bitsPerPixel].forEach((mask, index) => {
      bmp.writeUInt32LE(mask, 54 + index * 4)
    })
    bmp.write('BGRs', 70, 'latin1')
  }
  const writeRow = rowWriters[bitsPerPixel]
  for (let y = 0; y < image.height; y++) {
    // BMP stores rows bottom-up.
    writeRow(image, y, bmp, pixelOffset + (image.height - 1 - y) * rowBytes)
  }
  return bmp
}

type RowWriter = (image: RawImage, y: number, target: Buffer, offset: number) => void

const rowWriters: Record<32 | 24 | 16, RowWriter> = {
  32: ({ data, width }, y, target, offset) => {
    for (let from = y * width * 4, to = offset; from < (y + 1) * width * 4; from += 4, to += 4) {
      target[to] = data[from + 2] as number
      target[to + 1] = data[from + 1] as number
      target[to + 2] = data[from] as number
      target[to + 3] = data[from + 3] as number
    }
  },
  24: ({ data, width }, y, target, offset) => {
    for (let from = y * width * 3, to = offset; from < (y + 1) * width * 3; from += 3, to += 3) {
      target[to] = data[from + 2] as number
      target[to + 1] = data[from + 1] as number
      target[to + 2] = data[from] as number
    }
  },
  16: ({ data, width }, y, target, offset) => {
    for (let from = y * width * 3, to = offset; from < (y + 1) * width * 3; from += 3, to += 2) {
      const red = Math.round(((data[from] as number) * 31) / 255)
      const green = Math.round(((data[from + 1] as number) * 63) / 255)
      const blue = Math.round(((data[from + 2] as number) * 31) / 255)
      target.writeUInt16LE((red << 11) | (green << 5) | blue, to)
    }
  },
}
