/** Writes BMP files of every kind, for tests of the reader. */

export interface Bitmap {
  /** 12 is OS/2 1, 64 is OS/2 2, 40 to 124 are Windows. */
  readonly headerBytes: number
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly compression?: number
  readonly isTopDown?: boolean
  /** Blue, green, red of each color. */
  readonly palette?: readonly (readonly [number, number, number])[]
  /** Red, green, blue and alpha. */
  readonly masks?: readonly number[]
  readonly pixels: Uint8Array
}

/** Without the file header, as in icons. */
export function writeDib(bitmap: Bitmap): Buffer {
  const { headerBytes, width, height, bits, compression = 0, palette = [], masks = [] } = bitmap
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(headerBytes, 0)
  const isCore = headerBytes === 12
  if (isCore) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(bits, 10)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(bitmap.isTopDown ? -height : height, 8)
    header.writeUInt16LE(1, 12)
    header.writeUInt16LE(bits, 14)
    if (headerBytes >= 36) {
      header.writeUInt32LE(compression, 16)
      header.writeUInt32LE(palette.length, 32)
    }
  }
  const apart = headerBytes === 40 ? Buffer.alloc(masks.length * 4) : Buffer.alloc(0)
  masks.forEach((mask, index) => {
    if (headerBytes === 40) apart.writeUInt32LE(mask >>> 0, index * 4)
    else header.writeUInt32LE(mask >>> 0, 40 + index * 4)
  })
  const colors = Buffer.from(palette.flatMap(color => (isCore ? [...color] : [...color, 0])))
  return Buffer.concat([header, apart, colors, bitmap.pixels])
}

export function writeBitmap(bitmap: Bitmap): Buffer {
  const dib = writeDib(bitmap)
  const header = Buffer.alloc(14)
  header.write('BM', 'latin1')
  header.writeUInt32LE(14 + dib.length, 2)
  header.writeUInt32LE(14 + dib.length - bitmap.pixels.length, 10)
  return Buffer.concat([header, dib])
}

/** Packs the values of each row, bottom row first, padded to 32 bits. */
export function packRows(rows: readonly (readonly number[])[], bits: number): Uint8Array {
  return Uint8Array.from(
    rows.toReversed().flatMap(row => {
      const stride = Math.floor((row.length * bits + 31) / 32) * 4
      const bytes = new Array<number>(stride).fill(0)
      row.forEach((value, index) => {
        if (bits >= 8)
          for (let at = 0; at < bits / 8; at++)
            bytes[(index * bits) / 8 + at] = Math.floor(value / 256 ** at) & 255
        else {
          const at = Math.floor((index * bits) / 8)
          bytes[at] = (bytes[at] ?? 0) | (value << (8 - bits - ((index * bits) % 8)))
        }
      })
      return bytes
    }),
  )
}
