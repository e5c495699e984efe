/** Reads Microsoft Paint bitmaps (MSP) of Windows 1 and 2: black and white, plain or in runs. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'

const headerBytes = 32

export function readMsp(file: Buffer, maxPixels: number): DecodedPixels {
  if (file.length <= headerBytes) throw new JobFailure('file-damaged')
  const [width, height] = [file.readUInt16LE(4), file.readUInt16LE(6)]
  checkDecodedSize(width, height, maxPixels)
  const rowBytes = Math.ceil(width / 8)
  const isPlain = file.toString('latin1', 0, 4) === 'DanM'
  const bits = Buffer.alloc(rowBytes * height, 0xff)
  const readBytes = isPlain ? file.copy(bits, 0, headerBytes) : readRows(file, bits, rowBytes, height)
  const data = new Uint8Array(width * height)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to++)
      data[to] = ((bits[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1 ? 255 : 0
  return { width, height, data, channels: 1, readShare: readBytes / bits.length }
}

/** A table with the length of every row, then runs: 0, count, value; or count, values. Bytes that were read. */
function readRows(file: Buffer, bits: Buffer, rowBytes: number, height: number): number {
  let at = headerBytes + height * 2
  let rows = 0
  for (; rows < height && at <= file.length; rows++) {
    const end =
      at + (headerBytes + rows * 2 + 2 <= file.length ? file.readUInt16LE(headerBytes + rows * 2) : 0)
    if (end > file.length) break
    const row = bits.subarray(rows * rowBytes, (rows + 1) * rowBytes)
    let to = 0
    while (at < end && to < rowBytes) {
      const count = file[at] as number
      if (count === 0) {
        const length = file[at + 1] ?? 0
        row.fill(file[at + 2] ?? 0, to, Math.min(rowBytes, to + length))
        to += length
        at += 3
      } else {
        file.copy(row, to, at + 1, Math.min(end, at + 1 + count))
        to += count
        at += count + 1
      }
    }
    at = end
  }
  return rows * rowBytes
}
