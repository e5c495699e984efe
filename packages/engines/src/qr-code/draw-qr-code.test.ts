import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import {
  contrastOf,
  isInverted,
  leastSize,
  writePng,
  writeSvg,
} from '@filesmith/contract/tools/qr/draw-qr-code'
import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'

const code = encode('https://example.com/path', { ecc: 'Q', border: 0 }).data
const style = { size: 500, margin: 4, foreground: '#123456', background: '#fefefe' }

/** Which modules are dark in an image, and that each is of one color. */
async function readModules(image: Buffer | Uint8Array, modulePixels: number, start: number) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)].join()
  return Array.from({ length: code.length ** 2 }, (_, index) => {
    const [x, y] = [index % code.length, Math.floor(index / code.length)].map(at => start + at * modulePixels)
    const colors = new Set<string>()
    for (let dy = 0; dy < modulePixels; dy++)
      for (let dx = 0; dx < modulePixels; dx++) colors.add(colorAt((x ?? 0) + dx, (y ?? 0) + dy))
    expect(colors.size).toBe(1)
    return [...colors][0] === '18,52,86'
  })
}

test('writePng: has the requested size, whole modules and exactly two colors', async () => {
  const png = await writePng(code, style, promisify(deflate))
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 500, height: 500 })
  const modulePixels = Math.floor(500 / leastSize(code, 4))
  const start = Math.floor((500 - code.length * modulePixels) / 2)
  expect(start).toBeGreaterThanOrEqual(4 * modulePixels)
  expect(await readModules(png, modulePixels, start)).toEqual(code.flat())
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([254, 254, 254])
})

test('writeSvg: draws the same modules', async () => {
  const side = leastSize(code, 2)
  const svg = writeSvg(code, { ...style, size: side * 6, margin: 2 })
  expect(await readModules(Buffer.from(svg), 6, 12)).toEqual(code.flat())
})

test('contrastOf, isInverted: as in WCAG', () => {
  expect(contrastOf({ foreground: '#000000', background: '#ffffff' })).toBe(21)
  expect(contrastOf({ foreground: '#777777', background: '#ffffff' })).toBeCloseTo(4.48, 2)
  expect(contrastOf({ foreground: '#abcdef', background: '#abcdef' })).toBe(1)
  expect(isInverted({ foreground: '#ffffff', background: '#000000' })).toBe(true)
  expect(isInverted({ foreground: '#000000', background: '#ffffff' })).toBe(false)
})
