/** Writes TGA files in true color with runs (type 10), rows from top to bottom, with the footer of version 2. */
import type { RawImage } from './write-bmp.ts'

const headerBytes = 18
const footer = Buffer.from('\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0', 'latin1')
const trueColorWithRuns = 10
const fromTop = 0x20
const longestPacket = 128
const runFlag = 0x80

export function writeTga({ data, width, height }: RawImage, channels: 3 | 4): Uint8Array {
  const header = Buffer.alloc(headerBytes)
  header[2] = trueColorWithRuns
  header.writeUInt16LE(width, 12)
  header.writeUInt16LE(height, 14)
  header[16] = channels * 8
  header[17] = fromTop | (channels === 4 ? 8 : 0)
  // A packet has at most one byte more than its pixels.
  const packets = Buffer.allocUnsafe(width * height * (channels + 1))
  let end = 0
  for (let y = 0; y < height; y++) {
    // Packets do not continue in the next row.
    for (let x = 0; x < width; ) {
      const run = countWhile(x, next => isSame(y * width + next, y * width + x))
      const isRun = run > 1
      const count = isRun ? run : countWhile(x, next => next === x || !isStartOfRun(y, next))
      packets[end++] = (isRun ? runFlag : 0) | (count - 1)
      for (let pixel = x; pixel < x + (isRun ? 1 : count); pixel++) writePixel(y * width + pixel)
      x += count
    }
  }
  return Buffer.concat([header, packets.subarray(0, end), footer])

  function countWhile(start: number, isPart: (x: number) => boolean): number {
    let x = start
    while (x < width && x - start < longestPacket && isPart(x)) x++
    return x - start
  }

  function isStartOfRun(y: number, x: number): boolean {
    return x + 1 < width && isSame(y * width + x, y * width + x + 1)
  }

  function isSame(one: number, other: number): boolean {
    for (let channel = 0; channel < channels; channel++)
      if (data[one * channels + channel] !== data[other * channels + channel]) return false
    return true
  }

  /** Blue first. */
  function writePixel(pixel: number): void {
    const at = pixel * channels
    packets[end++] = data[at + 2] as number
    packets[end++] = data[at + 1] as number
    packets[end++] = data[at] as number
    if (channels === 4) packets[end++] = data[at + 3] as number
  }
}
