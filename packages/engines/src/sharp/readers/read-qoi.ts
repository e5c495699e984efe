/** Reads QOI files ("Quite OK Image"): https://qoiformat.org/qoi-specification.pdf */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedImage } from './decoded-image.ts'

const headerBytes = 14

export function readQoi(file: Buffer, maxPixels: number): DecodedImage {
  if (file.length <= headerBytes) throw new JobFailure('file-damaged')
  const [width, height] = [file.readUInt32BE(4), file.readUInt32BE(8)]
  checkDecodedSize(width, height, maxPixels)
  const channels = file[12] === 4 ? 4 : 3
  const data = Buffer.alloc(width * height * channels)
  const seen = new Uint8Array(64 * 4)
  let [red, green, blue, alpha, at, to] = [0, 0, 0, 255, headerBytes, 0]

  const put = (count: number) => {
    const end = Math.min(to + count * channels, data.length)
    while (to < end) {
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
      if (channels === 4) data[to + 3] = alpha
      to += channels
    }
  }

  while (to < data.length && at < file.length) {
    const tag = file[at++] as number
    if (tag === 0xff || tag === 0xfe) {
      red = file[at] ?? 0
      green = file[at + 1] ?? 0
      blue = file[at + 2] ?? 0
      if (tag === 0xff) alpha = file[at + 3] ?? 0
      at += tag === 0xff ? 4 : 3
    } else if (tag >= 0xc0) {
      put((tag & 63) + 1)
      continue
    } else if (tag >= 0x80) {
      const second = file[at++] ?? 0
      const greenChange = (tag & 63) - 32
      red = (red + greenChange - 8 + (second >> 4)) & 255
      green = (green + greenChange) & 255
      blue = (blue + greenChange - 8 + (second & 15)) & 255
    } else if (tag >= 0x40) {
      red = (red + ((tag >> 4) & 3) - 2) & 255
      green = (green + ((tag >> 2) & 3) - 2) & 255
      blue = (blue + (tag & 3) - 2) & 255
    } else {
      const index = tag * 4
      red = seen[index] as number
      green = seen[index + 1] as number
      blue = seen[index + 2] as number
      alpha = seen[index + 3] as number
    }
    const slot = ((red * 3 + green * 5 + blue * 7 + alpha * 11) % 64) * 4
    seen[slot] = red
    seen[slot + 1] = green
    seen[slot + 2] = blue
    seen[slot + 3] = alpha
    put(1)
  }
  return { width, height, data, channels, readShare: to / data.length }
}
