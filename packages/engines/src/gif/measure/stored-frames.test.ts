import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bytesOfEach, storedFrames } from './measure-size.ts'

/** Frames of one color each, as a vertical strip. */
function strip(colors: readonly number[]) {
  const [width, height] = [40, 30]
  const pixels = Buffer.concat(colors.map(color => Buffer.alloc(width * height * 3, color)))
  return sharp(pixels, {
    raw: { width, height: height * colors.length, channels: 3, pageHeight: height },
  })
}

test.each(['gif', 'webp'] as const)(
  'storedFrames: attributes every byte of a %s except the trailer to the head or to a frame',
  async format => {
    const drawn = strip([10, 120, 240])
    const delay = [100, 200, 300]
    const file = await (format === 'gif' ? drawn.gif({ delay }) : drawn.webp({ delay })).toBuffer()
    const { headBytes, frames } = storedFrames(file, format)
    const perUnit = format === 'gif' ? 10 : 1
    expect(frames.map(frame => frame.delay * perUnit)).toEqual(delay)
    const counted = frames.reduce((sum, { bytes }) => sum + bytes, headBytes)
    expect(file.length - counted).toBe(format === 'gif' ? 1 : 0)
  },
)

test('storedFrames: treats a still WebP as one frame', async () => {
  const file = await strip([10]).webp().toBuffer()
  expect(storedFrames(file, 'webp')).toEqual({ headBytes: 0, frames: [{ bytes: file.length, delay: 1 }] })
})

test('storedFrames: starts an APNG frame at its fcTL chunk', () => {
  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
  }
  const control = (hundredths: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt16BE(hundredths, 20)
    data.writeUInt16BE(100, 22)
    return chunk('fcTL', data)
  }
  const file = Buffer.concat([
    ...[Buffer.alloc(8), chunk('IHDR', Buffer.alloc(13)), chunk('acTL', Buffer.alloc(8))],
    ...[control(10), chunk('IDAT', Buffer.alloc(50))],
    ...[control(20), chunk('fdAT', Buffer.alloc(30)), chunk('fdAT', Buffer.alloc(20))],
    chunk('IEND', Buffer.alloc(0)),
  ])
  expect(storedFrames(file, 'apng')).toEqual({
    headBytes: 8 + 25 + 20,
    frames: [
      { bytes: 38 + 62, delay: 0.1 },
      { bytes: 38 + 42 + 32, delay: 0.2 },
    ],
  })
})

test('bytesOfEach: attributes no bytes to frames merged into a longer one', () => {
  const frames = [
    { bytes: 900, delay: 10 },
    { bytes: 50, delay: 30 },
    { bytes: 70, delay: 10 },
  ]
  expect(bytesOfEach({ headBytes: 0, frames }, 5)).toEqual([900, 50, 0, 0, 70])
})
