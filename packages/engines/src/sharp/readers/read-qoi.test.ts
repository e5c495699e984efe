import { expect, test } from 'vitest'
import { writeQoi } from '../write-qoi.ts'
import { readQoi } from './read-qoi.ts'

const maxPixels = 1_000_000

test.each([3, 4] as const)('readQoi: %i channels, with every kind of chunk', channels => {
  const [width, height] = [64, 40]
  // Smooth, repeated, returning and random pixels, with runs of more than 62.
  const data = Buffer.from(
    Array.from({ length: width * height * channels }, (_, at) => {
      const pixel = Math.floor(at / channels)
      if (pixel % 7 < 3) return (pixel * 3 + at) & 255
      if (pixel > 1500) return 9
      return (at * at * 31) & 255
    }),
  )
  const image = readQoi(Buffer.from(writeQoi({ data, width, height }, channels)), maxPixels)
  expect(image).toMatchObject({ width, height, channels, readShare: 1 })
  expect(Buffer.from(image.data).equals(data)).toBe(true)
})

test('readQoi: rejects a size beyond the limit, reports the share of a file that ends early', () => {
  const file = Buffer.from(
    writeQoi({ data: Buffer.from([100, 150, 200, 20, 10, 50]), width: 2, height: 1 }, 3),
  )
  expect(readQoi(file.subarray(0, 18), maxPixels).readShare).toBe(0.5)
  file.writeUInt32BE(0xffffffff, 4)
  expect(() => readQoi(file, maxPixels)).toThrow(expect.objectContaining({ code: 'image-too-large' }))
})
