/** Writes QOI files (the "Quite OK Image" format, lossless, 8 bits per channel): https://qoiformat.org/qoi-specification.pdf */
import type { RawImage } from './write-bmp.ts'

const headerBytes = 14
const endMarker = [0, 0, 0, 0, 0, 0, 0, 1]
const longestRun = 62

const tags = { index: 0x00, difference: 0x40, luma: 0x80, run: 0xc0, rgb: 0xfe, rgba: 0xff } as const

/** Rows from top to bottom: RGB or RGBA. */
export function writeQoi({ data, width, height }: RawImage, channels: 3 | 4): Uint8Array {
  const pixelCount = width * height
  // At most one tag and all channels for each pixel.
  const qoi = Buffer.allocUnsafe(headerBytes + pixelCount * (channels + 1) + endMarker.length)
  qoi.write('qoif', 0, 'latin1')
  qoi.writeUInt32BE(width, 4)
  qoi.writeUInt32BE(height, 8)
  qoi[12] = channels
  // sRGB with linear alpha.
  qoi[13] = 0
  let end = headerBytes
  const seen = new Uint32Array(64)
  let [red, green, blue, alpha] = [0, 0, 0, 255]
  let run = 0

  for (let offset = 0; offset < pixelCount * channels; offset += channels) {
    const r = data[offset] as number
    const g = data[offset + 1] as number
    const b = data[offset + 2] as number
    const a = channels === 4 ? (data[offset + 3] as number) : 255
    if (r === red && g === green && b === blue && a === alpha) {
      run += 1
      if (run === longestRun) writeRun()
      continue
    }
    writeRun()
    const pixel = ((r << 24) | (g << 16) | (b << 8) | a) >>> 0
    const slot = (r * 3 + g * 5 + b * 7 + a * 11) % 64
    if (seen[slot] === pixel) qoi[end++] = tags.index | slot
    else {
      seen[slot] = pixel
      if (a === alpha) writeDifference(r, g, b)
      else {
        qoi[end++] = tags.rgba
        qoi[end++] = r
        qoi[end++] = g
        qoi[end++] = b
        qoi[end++] = a
      }
    }
    red = r
    green = g
    blue = b
    alpha = a
  }
  writeRun()
  for (const byte of endMarker) qoi[end++] = byte
  return qoi.subarray(0, end)

  function writeRun(): void {
    if (run > 0) qoi[end++] = tags.run | (run - 1)
    run = 0
  }

  /** In one byte, two bytes, or with all channels. */
  function writeDifference(r: number, g: number, b: number): void {
    const dr = wrap(r - red)
    const dg = wrap(g - green)
    const db = wrap(b - blue)
    const [toRed, toBlue] = [dr - dg, db - dg]
    if (isWithin(dr, 2) && isWithin(dg, 2) && isWithin(db, 2))
      qoi[end++] = tags.difference | ((dr + 2) << 4) | ((dg + 2) << 2) | (db + 2)
    else if (isWithin(dg, 32) && isWithin(toRed, 8) && isWithin(toBlue, 8)) {
      qoi[end++] = tags.luma | (dg + 32)
      qoi[end++] = ((toRed + 8) << 4) | (toBlue + 8)
    } else {
      qoi[end++] = tags.rgb
      qoi[end++] = r
      qoi[end++] = g
      qoi[end++] = b
    }
  }
}

/** Differences wrap around at 256. */
function wrap(difference: number): number {
  return (difference << 24) >> 24
}

function isWithin(difference: number, bound: number): boolean {
  return difference >= -bound && difference < bound
}
