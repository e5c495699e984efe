import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { findDarkBars, readDarkBars } from './read-dark-bars.ts'

const [width, height, dpi] = [1000, 400, 200]
const bar = { left: 100, top: 100, right: 900, bottom: 150 }
const isIn = (x: number, y: number, { left, top, right, bottom } = bar) =>
  x >= left && x < right && y >= top && y < bottom
/** Of light letters in the bar. */
const isStroke = (x: number, y: number) =>
  isIn(x, y, { left: 200, top: 115, right: 400, bottom: 135 }) && x % 12 < 4

function draw(shadeAt: (x: number, y: number) => number): GrayImage {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    shadeAt(at % width, Math.floor(at / width)),
  )
  return { pixels, width, height }
}

const halftone = draw((x, y) => (!isIn(x, y) || isStroke(x, y) ? 255 : (x + y) % 3 === 0 ? 255 : 20))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dark-bars-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('findDarkBars: finds a halftone bar, but not a photo or lines of text', () => {
  const [found, ...others] = findDarkBars(halftone, dpi)
  expect(others).toEqual([])
  expect(Math.abs((found?.top ?? 0) - bar.top)).toBeLessThan(16)
  expect(Math.abs((found?.right ?? 0) - bar.right)).toBeLessThan(16)
  const photo = draw((x, y) => (isIn(x, y) ? (x * 140) / width : 255))
  const text = draw((x, y) => (isIn(x, y) && x % 10 < 4 ? 0 : 255))
  expect([photo, text].map(image => findDarkBars(image, dpi))).toEqual([[], []])
})

test('readDarkBars: gives Tesseract dark letters on white and returns words of the page', async () => {
  const page = { pgmPath: join(folder, 'page.pgm'), dpi }
  await writeFile(page.pgmPath, writePgm(halftone))
  const word = { text: 'Title', x: 160, y: 60, width: 200, height: 20, confidence: 95, line: '1.1.1' }
  const images: GrayImage[] = []
  const reader = {
    installed: new Set(['eng']),
    orient: async () => undefined,
    identify: async () => [],
    async read(path: string): Promise<TesseractWord[]> {
      images.push(readPgm(await readFile(path)) as GrayImage)
      return [word]
    },
  }
  const [read] = await readDarkBars(reader, page, [], ['eng'])
  const origin = { x: (read?.x ?? 0) - word.x, y: (read?.y ?? 0) - word.y }
  const [{ pixels, width: imageWidth } = halftone] = images
  const shadeAt = (x: number, y: number) => pixels[(y - origin.y) * imageWidth + x - origin.x]
  expect(shadeAt(600, 125)).toBe(255)
  expect(shadeAt(302, 125)).toBeLessThan(128)
  expect(await readDarkBars(reader, page, [{ ...word, x: 300, y: 115 }], ['eng'])).toEqual([])
  expect(images).toHaveLength(1)
})
