import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { findShadedBars, readShadedBars } from './read-shaded-bars.ts'

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

/** Dark letters on a light bar, dotted or of one gray. */
const onLight = (shadeOf: (x: number, y: number) => number) =>
  draw((x, y) => (!isIn(x, y) ? 255 : isStroke(x, y) ? 0 : shadeOf(x, y)))
const lightHalftone = onLight((x, y) => ((x + y) % 3 === 0 ? 0 : 255))

test('findShadedBars: finds dark and light halftone bars, but not a photo, lines of text or even gray', () => {
  const inDark = findShadedBars(halftone, dpi)
  const inLight = findShadedBars(lightHalftone, dpi)
  expect([inDark.light, inLight.dark]).toEqual([[], []])
  for (const [found, ...others] of [inDark.dark, inLight.light]) {
    expect(others).toEqual([])
    expect(Math.abs((found?.top ?? 0) - bar.top)).toBeLessThan(16)
    expect(Math.abs((found?.right ?? 0) - bar.right)).toBeLessThan(16)
  }
  const photo = draw((x, y) => (isIn(x, y) ? (x * 140) / width : 255))
  const text = draw((x, y) => (isIn(x, y) && x % 10 < 4 ? 0 : 255))
  expect([photo, text].map(image => findShadedBars(image, dpi).dark)).toEqual([[], []])
  expect(
    findShadedBars(
      onLight(() => 190),
      dpi,
    ).light,
  ).toEqual([])
})

test.each([halftone, lightHalftone])(
  'readShadedBars: gives Tesseract dark letters on white and returns words of the page',
  async image => {
    const page = { pgmPath: join(folder, 'page.pgm'), dpi }
    await writeFile(page.pgmPath, writePgm(image))
    const word = { text: 'Title', x: 160, y: 60, width: 200, height: 20, confidence: 95, line: '1.1.1' }
    const images: GrayImage[] = []
    const reader = {
      installed: new Set(['eng']),
      orient: async () => undefined,
      identify: async () => [],
      async read(path: string): Promise<TesseractWord[]> {
        images.push(readPgm(await readFile(path)) as GrayImage)
        return [word, { ...word, text: '—', x: 500, confidence: 90 }]
      },
    }
    const [read, ...others] = await readShadedBars(reader, page, [], ['eng'])
    expect(others).toEqual([])
    const origin = { x: (read?.x ?? 0) - word.x, y: (read?.y ?? 0) - word.y }
    const [{ pixels, width: imageWidth } = image] = images
    const shadeAt = (x: number, y: number) => pixels[(y - origin.y) * imageWidth + x - origin.x]
    expect(shadeAt(600, 125)).toBe(255)
    expect(shadeAt(302, 125)).toBeLessThan(128)
    expect(await readShadedBars(reader, page, [{ ...word, x: 300, y: 115 }], ['eng'])).toEqual([])
    expect(images).toHaveLength(1)
  },
)
