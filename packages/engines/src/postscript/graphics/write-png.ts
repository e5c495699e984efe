/** Writes pixels as PNG: gray, RGB or RGBA with 8 bits. */
import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '../../png-chunk.ts'

const colorTypes = { 1: 0, 3: 2, 4: 6 } as const

export interface PngPixels {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
  readonly data: Uint8Array
}

export function writePng({ width, height, channels, data }: PngPixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = colorTypes[channels]
  const rowBytes = width * channels
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 4 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
