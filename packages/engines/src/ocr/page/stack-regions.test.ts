import { expect, test } from 'vitest'
import { stackRegions } from './reread-low-confidence.ts'

/** Two inked words, far apart on one line. */
const page = { pixels: new Uint8Array(400 * 100).fill(255), width: 400, height: 100 }
for (let y = 40; y < 60; y += 1) {
  page.pixels.fill(0, y * 400 + 30, y * 400 + 90)
  page.pixels.fill(100, y * 400 + 300, y * 400 + 330)
}
const regions = [
  { left: 30, right: 90, top: 40, bottom: 60 },
  { left: 299.5, right: 330.5, top: 40, bottom: 60 },
]

test('stackRegions: stacks the regions vertically without anything around them', () => {
  const { image } = stackRegions(page, regions, 1)
  const shades = (x: number) => {
    const column = Array.from({ length: image.height }, (_, y) => image.pixels[y * image.width + x])
    return column.filter((shade, y) => shade !== column[y - 1])
  }
  expect(shades(21)).toEqual([255, 0, 255, 100, 255])
  expect(shades(70)).toEqual([255, 0, 255])
})

test('stackRegions: assigns recognized words to their region at any scale', () => {
  const scale = 1.5
  const { image, linesOf } = stackRegions(page, regions, scale)
  expect(image.width).toBe(Math.floor((60 + 2 * 20) * scale))
  const word = (text: string, y: number, line: string) => ({
    text,
    x: 30,
    y: y * scale,
    width: 60,
    height: 20 * scale,
    confidence: 90,
    line,
  })
  const lines = linesOf([word('upper', 20, '1'), word('lower', 52, '2')])
  expect(lines.map(line => line.map(({ text }) => text))).toEqual([['upper'], ['lower']])
})

test('stackRegions: drops descenders of a neighboring line', () => {
  const { linesOf } = stackRegions(page, regions.slice(0, 1), 1)
  const word = { x: 20, width: 60, height: 5, confidence: 90 }
  const lines = linesOf([
    { ...word, text: ',', y: 18, line: '1' },
    { ...word, text: 'harbour', y: 30, line: '2' },
  ])
  expect(lines.map(line => line.map(({ text }) => text))).toEqual([['harbour']])
})

test('stackRegions: clips a region at the page edge', () => {
  const { image } = stackRegions(page, [{ left: -10, right: 50, top: -5, bottom: 120 }], 1)
  expect(image.width).toBe(50 + 2 * 20)
})
