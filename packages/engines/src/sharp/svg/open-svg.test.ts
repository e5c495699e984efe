import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSvg, measureSvg } from './open-svg.ts'

const svg = (attributes: string, content = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

/** A negative width: invalid for resvg, while librsvg takes the size of the view box. */
const negative = svg(
  'width="-40" height="20" viewBox="0 0 40 20"',
  '<rect width="20" height="20" fill="red"/><rect x="20" width="20" height="20" fill="blue"/>',
)

test('drawSvg: librsvg draws what resvg does not parse', async () => {
  expect(() => new Resvg(negative.toString())).toThrow()
  expect(await measureSvg(negative)).toEqual({ width: 40, height: 20 })
  const { data, info } = await sharp(await drawSvg(negative, { width: 80, height: 40 }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([80, 40, 4])
  const pixel = (x: number, y: number) => [...data.subarray(4 * (y * 80 + x), 4 * (y * 80 + x) + 4)]
  expect(pixel(10, 20)).toEqual([255, 0, 0, 255])
  expect(pixel(70, 20)).toEqual([0, 0, 255, 255])
})

test('drawSvg: rejects what neither parses', async () => {
  await expect(drawSvg(Buffer.from('<svg'), { width: 10, height: 10 })).rejects.toMatchObject({
    code: 'file-damaged',
  })
})

test.each([
  ['1in', '0.5in'],
  ['25.4mm', '12.7mm'],
  ['2.54cm', '1.27cm'],
  ['72pt', '36pt'],
])('measureSvg: an inch has 96 pixels (%s)', async (width, height) => {
  expect(await measureSvg(svg(`width="${width}" height="${height}"`))).toEqual({ width: 96, height: 48 })
})

test('measureSvg: an inch has 96 pixels in a drawing that only librsvg parses', async () => {
  const drawing = svg('width="-1in" height="0.5in" viewBox="0 0 40 20"')
  expect(await measureSvg(drawing)).toEqual({ width: 96, height: 48 })
})
