/** Run-length encoded pixels of BMP files: RLE4, RLE8 and RLE24. */
import type { DecodedPixels } from './decoded-image.ts'

interface RunHeader {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bits: number
  /** 256 colors as 0xBBGGRR. */
  readonly colors: Uint32Array
}

/** Second bytes after a zero; larger ones count literal pixels. */
const codes = { endOfLine: 0, endOfImage: 1, skip: 2 } as const

/** Skipped pixels have the first color. */
export function readRuns(pixels: Buffer, header: RunHeader): DecodedPixels {
  const { width, height, bits } = header
  const canvas = openCanvas(header)
  const colorAt = colorReader(pixels, header)
  const byte = (at: number) => pixels[at] ?? 0
  const put = (count: number, start: number, period: number) => {
    for (let index = 0; index < count; index++) canvas.put(colorAt(start, index % period))
  }
  // RLE4 alternates between two colors.
  const period = bits === 4 ? 2 : 1
  const runBytes = bits === 24 ? 4 : 2
  let [at, isEnded] = [0, false]
  while (!isEnded && at + 1 < pixels.length && !canvas.isFull()) {
    const [count, code] = [byte(at), byte(at + 1)]
    if (count > 0) {
      put(count, at + 1, period)
      at += runBytes
    } else if (code > codes.skip) {
      put(code, at + 2, code)
      const bytes = Math.ceil((code * bits) / 8)
      // Padded to 16 bits.
      at += 2 + bytes + (bytes % 2)
    } else {
      if (code === codes.skip) canvas.skip(byte(at + 2), byte(at + 3))
      else canvas.endLine()
      isEnded = code === codes.endOfImage
      at += code === codes.skip ? 4 : 2
    }
  }
  return { width, height, data: canvas.data, channels: 3, readShare: isEnded ? 1 : canvas.share() }
}

/** The color of a pixel in a row of packed ones. */
function colorReader(pixels: Buffer, { bits, colors }: RunHeader): (start: number, index: number) => number {
  const byte = (at: number) => pixels[at] ?? 0
  if (bits === 24)
    return (start, index) => {
      const at = start + index * 3
      return (byte(at) << 16) | (byte(at + 1) << 8) | byte(at + 2)
    }
  if (bits === 4)
    return (start, index) => colors[(byte(start + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15] as number
  return (start, index) => colors[byte(start + index)] as number
}

function openCanvas({ width, height, isTopDown, bits, colors }: RunHeader) {
  const data = Buffer.alloc(width * height * 3)
  let [x, y] = [0, 0]
  const set = (to: number, color: number) => {
    data[to] = color & 0xff
    data[to + 1] = (color >> 8) & 0xff
    data[to + 2] = (color >> 16) & 0xff
  }
  const background = bits === 24 ? 0 : (colors[0] as number)
  for (let to = 0; to < data.length; to += 3) set(to, background)
  return {
    data,
    put(color: number) {
      if (x < width && y < height) set(((isTopDown ? y : height - 1 - y) * width + x) * 3, color)
      x += 1
    },
    endLine() {
      x = 0
      y += 1
    },
    skip(right: number, up: number) {
      x += right
      y += up
    },
    isFull: () => y >= height,
    share: () => Math.min(1, (y + Math.min(x, width) / width) / height),
  }
}
