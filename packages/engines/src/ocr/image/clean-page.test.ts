import { describe, expect, test } from 'vitest'
import { cleanPage } from './clean-page.ts'
import { findBlobs } from './find-blobs.ts'
import type { GrayImage } from './gray-image.ts'

const [width, height] = [900, 600]

/** Rows of letters, 8 by 16 pixels, on paper. */
function drawPage(paint: (x: number, y: number, isInk: boolean) => number): GrayImage {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isRow = y > 100 && y < 500 && y % 40 < 16
      const isInk = isRow && x >= 126 && x < 798 && x % 14 < 8
      pixels[y * width + x] = paint(x, y, isInk)
    }
  return { pixels, width, height }
}

const plain = (_x: number, _y: number, isInk: boolean) => (isInk ? 20 : 245)
/** Letters on the plain page. */
const letterCount = findBlobs(drawPage(plain), value => value < 128).blobs.length

describe('cleanPage', () => {
  test('leaves a clean page unchanged', async () => {
    const page = drawPage(plain)
    const { image, steps, text } = await cleanPage(page)
    expect(steps).toEqual([])
    expect(image).toBe(page)
    expect(text).toMatchObject({ letterPixels: 16, letterCount })
  })

  test('treats dots on bare paper as specks, but not dots near letters', async () => {
    const isDot = (x: number, y: number) =>
      y > 100 && y < 500 && y % 40 === 20 && x >= 126 && x < 798 && x % 4 === 2
    const dotted = drawPage((x, y, isInk) => (isDot(x, y) ? 20 : plain(x, y, isInk)))
    expect((await cleanPage(dotted)).steps).toEqual([])
    const isDust = (x: number, y: number) => (y < 80 || y > 540) && x % 7 === 0 && y % 7 === 0
    const dusty = drawPage((x, y, isInk) => (isDust(x, y) ? 20 : plain(x, y, isInk)))
    expect((await cleanPage(dusty)).steps).toEqual(['grain'])
  })

  test('inverts light text on a dark background', async () => {
    const { steps, text } = await cleanPage(drawPage((x, y, isInk) => 255 - plain(x, y, isInk)))
    expect(steps).toEqual(['invert'])
    expect(text.letterCount).toBe(letterCount)
  })

  test('removes a shadow and keeps the letters in it', async () => {
    const shade = (x: number) => 0.3 + (0.7 * x) / width
    const { image, steps, text } = await cleanPage(drawPage((x, y, isInk) => plain(x, y, isInk) * shade(x)))
    expect(steps).toEqual(['light'])
    expect(text.letterCount).toBe(letterCount)
    expect(image.pixels[300 * width + 60]).toBeGreaterThan(220)
  })

  test('removes a dark border, but not a letter touching the edge', async () => {
    const bordered = drawPage((x, y, isInk) => (x < 50 || y > 570 ? 10 : plain(x, y, isInk)))
    const { image, steps, text } = await cleanPage(bordered)
    expect(steps).toEqual(['border'])
    expect(text.letterCount).toBe(letterCount)
    expect(image.pixels[300 * width + 10]).toBe(255)
    const cut = drawPage((x, y, isInk) => (x < 10 && y > 200 && y < 220 ? 10 : plain(x, y, isInk)))
    expect((await cleanPage(cut)).steps).toEqual([])
  })

  test('keeps a dark bar with white letters', async () => {
    const titled = drawPage((x, y, isInk) => {
      if (y > 60) return plain(x, y, isInk)
      return y > 20 && y < 40 && x > 100 && x < 500 && x % 14 < 8 ? 245 : 20
    })
    expect((await cleanPage(titled)).steps).toEqual([])
  })

  test('removes noise and keeps the letters', async () => {
    let state = 1
    const grainy = drawPage((x, y, isInk) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      const chance = (state >>> 8) / 2 ** 24
      return chance < 0.02 ? 0 : plain(x, y, isInk)
    })
    const { steps, text } = await cleanPage(grainy)
    expect(steps).toContain('grain')
    expect(text.speckCount).toBeLessThan(20)
    expect(text.letterCount).toBeGreaterThan(0.97 * letterCount)
    expect(text.letterCount).toBeLessThan(1.03 * letterCount)
  })

  test('smooths grain without specks, and keeps thin strokes', async () => {
    let state = 1
    const isStroke = (x: number, y: number, isInk: boolean) => isInk && (x % 14 === 0 || y % 40 === 0)
    const grainy = drawPage((x, y, isInk) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      const grain = ((state >>> 8) / 2 ** 24 - 0.5) * 50
      return (isStroke(x, y, isInk) ? 60 : 215) + grain
    })
    const { image, steps } = await cleanPage(grainy)
    const strokes = image.pixels.filter((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return isStroke(x, y, y > 100 && y < 500 && y % 40 < 16 && x >= 126 && x < 798 && x % 14 < 8)
    })
    expect(steps).toEqual(['grain'])
    expect(strokes.filter(value => value > 200).length).toBeLessThan(0.02 * strokes.length)
  })
})
