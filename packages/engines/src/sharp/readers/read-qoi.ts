/** Reads QOI files ("Quite OK Image"): https://qoiformat.org/qoi-specification.pdf */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'

const headerBytes = 14

const tags = { difference: 0x40, luma: 0x80, run: 0xc0, rgb: 0xfe, rgba: 0xff } as const
const isRun = (tag: number) => tag >= tags.run && tag < tags.rgb
const everyTag = Array.from({ length: 256 }, (_, tag) => tag)
/** Pixels that a chunk stands for. */
const pixelCounts = Uint8Array.from(everyTag, tag => (isRun(tag) ? (tag & 63) + 1 : 1))
const chunkBytes = Uint8Array.from(everyTag, tag => {
  if (tag >= tags.rgb) return tag === tags.rgba ? 5 : 4
  return tag >= tags.luma && tag < tags.run ? 2 : 1
})

export function readQoi(file: Buffer, maxPixels: number): DecodedPixels {
  if (file.length <= headerBytes) throw new JobFailure('file-damaged')
  const [width, height] = [file.readUInt32BE(4), file.readUInt32BE(8)]
  checkDecodedSize(width, height, maxPixels)
  const channels = file[12] === 4 ? 4 : 3
  const data = Buffer.alloc(width * height * channels)
  const seen = new Int32Array(64)
  // 0xAABBGGRR
  let pixel = 0xff000000 | 0
  let [at, to] = [headerBytes, 0]
  while (to < data.length && at < file.length) {
    const tag = file[at] as number
    if (tag < tags.difference) pixel = seen[tag] as number
    else if (!isRun(tag)) {
      pixel = nextPixel(file, at, tag, pixel)
      seen[slotOf(pixel)] = pixel
    }
    at += chunkBytes[tag] as number
    const end = Math.min(data.length, to + (pixelCounts[tag] as number) * channels)
    for (; to < end; to += channels) {
      data[to] = pixel
      data[to + 1] = pixel >> 8
      data[to + 2] = pixel >> 16
      if (channels === 4) data[to + 3] = pixel >> 24
    }
  }
  return { width, height, data, channels, readShare: to / data.length }
}

function nextPixel(file: Buffer, at: number, tag: number, pixel: number): number {
  const second = file[at + 1] ?? 0
  if (tag >= tags.rgb) {
    const alpha = tag === tags.rgba ? (file[at + 4] ?? 0) << 24 : pixel & 0xff000000
    return second | ((file[at + 2] ?? 0) << 8) | ((file[at + 3] ?? 0) << 16) | alpha
  }
  const isLuma = tag >= tags.luma
  const change = isLuma ? (tag & 63) - 32 : ((tag >> 2) & 3) - 2
  const redChange = isLuma ? change - 8 + (second >> 4) : ((tag >> 4) & 3) - 2
  const blueChange = isLuma ? change - 8 + (second & 15) : (tag & 3) - 2
  return (
    ((pixel + redChange) & 0xff) |
    ((((pixel >> 8) + change) & 0xff) << 8) |
    ((((pixel >> 16) + blueChange) & 0xff) << 16) |
    (pixel & 0xff000000)
  )
}

function slotOf(pixel: number): number {
  return (
    ((pixel & 0xff) * 3 + ((pixel >> 8) & 0xff) * 5 + ((pixel >> 16) & 0xff) * 7 + (pixel >>> 24) * 11) & 63
  )
}
