import { expect, test } from 'vitest'
import { smoothImage } from './smooth-image.ts'

test('smoothImage: closes a dotted stroke and keeps the paper and the size', () => {
  const [width, height] = [40, 30]
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 16; x < 24; x += 1) if ((x + y) % 2 === 0) pixels[y * width + x] = 0
  const smooth = smoothImage({ pixels, width, height }, 240)
  const row = [...smooth.pixels.subarray(15 * width, 16 * width)]
  expect([smooth.width, smooth.height]).toEqual([width, height])
  expect(Math.max(...row.slice(18, 22)) - Math.min(...row.slice(18, 22))).toBeLessThan(20)
  expect(Math.max(...row.slice(18, 22))).toBeLessThan(170)
  expect([row[0], row[39]]).toEqual([255, 255])
})
