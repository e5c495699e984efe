import { describe, expect, test } from 'vitest'
import { writeQoi } from './write-qoi.ts'

/** Follows the specification, independently of the writer. */
function readQoi(qoi: Uint8Array): { width: number; height: number; channels: number; data: number[] } {
  const view = new DataView(qoi.buffer, qoi.byteOffset, qoi.length)
  const [width, height, channels] = [view.getUint32(4), view.getUint32(8), view.getUint8(12)]
  const seen = Array.from({ length: 64 }, () => [0, 0, 0, 0])
  const data: number[] = []
  let pixel = [0, 0, 0, 255]
  let at = 14
  const next = () => view.getUint8(at++)
  const changed = (red: number, green: number, blue: number) =>
    [red, green, blue, 0].map((by, channel) => ((pixel[channel] ?? 0) + by) & 255)
  for (let left = width * height; left > 0; ) {
    const tag = next()
    let run = 1
    if (tag === 0xfe) pixel = [next(), next(), next(), pixel[3] ?? 0]
    else if (tag === 0xff) pixel = [next(), next(), next(), next()]
    else if (tag >> 6 === 0) pixel = seen[tag] ?? []
    else if (tag >> 6 === 1) pixel = changed(((tag >> 4) & 3) - 2, ((tag >> 2) & 3) - 2, (tag & 3) - 2)
    else if (tag >> 6 === 2) {
      const [green, both] = [(tag & 63) - 32, next()]
      pixel = changed(green + (both >> 4) - 8, green, green + (both & 15) - 8)
    } else run = (tag & 63) + 1
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel
    seen[(red * 3 + green * 5 + blue * 7 + alpha * 11) % 64] = pixel
    for (; run > 0; run--, left--) data.push(...pixel.slice(0, channels))
  }
  expect([...qoi.subarray(at)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  return { width, height, channels, data }
}

/** Noise, gradients and areas, so that every kind of chunk occurs. */
function draw(width: number, height: number, channels: number): Uint8Array {
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed >> 16
  }
  const data = new Uint8Array(width * height * channels)
  for (let at = 0; at < data.length; at++) {
    const [pixel, channel] = [Math.floor(at / channels), at % channels]
    const kind = Math.floor(pixel / 150) % 4
    data[at] = [random() & 255, pixel + channel, (pixel * 5) & 255, channel === 3 ? 0 : 90][kind] ?? 0
  }
  return data
}

describe('writeQoi', () => {
  test.each([3, 4] as const)('keeps every pixel of %i channels', channels => {
    const data = draw(61, 47, channels)
    expect(readQoi(writeQoi({ data, width: 61, height: 47 }, channels))).toEqual({
      width: 61,
      height: 47,
      channels,
      data: [...data],
    })
  })

  test('writes the bytes of the specification: all channels, a run, the index, small differences', () => {
    const pixels = [
      [200, 10, 10, 255],
      [200, 10, 10, 255],
      [201, 9, 10, 255],
      [200, 10, 10, 255],
      [210, 20, 22, 255],
      [210, 20, 22, 128],
    ]
    const qoi = writeQoi({ data: Uint8Array.from(pixels.flat()), width: 6, height: 1 }, 4)
    const index = (200 * 3 + 10 * 5 + 10 * 7 + 255 * 11) % 64
    expect([...qoi]).toEqual([
      ...[0x71, 0x6f, 0x69, 0x66, 0, 0, 0, 6, 0, 0, 0, 1, 4, 0],
      ...[0xfe, 200, 10, 10],
      0xc0,
      0x40 | (3 << 4) | (1 << 2) | 2,
      index,
      ...[0x80 | 42, (8 << 4) | 10],
      ...[0xff, 210, 20, 22, 128],
      ...[0, 0, 0, 0, 0, 0, 0, 1],
    ])
  })

  test('splits runs of more than 62 pixels', () => {
    const qoi = writeQoi({ data: new Uint8Array(130 * 3).fill(9), width: 130, height: 1 }, 3)
    expect([...qoi.subarray(14, -8)]).toEqual([0x80 | 41, 0x88, 0xfd, 0xfd, 0xc4])
  })
})
