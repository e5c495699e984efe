/**
 * Reads text on halftone bars of a light page, such as title bars and header rows of tables: light text on dark bars, and dark text on
 * light ones. Tesseract inverts solid bars by itself, but takes the dots for a photo.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { findBlobs } from '../image/find-blobs.ts'
import { type GrayImage, invert } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { cropRegions } from './crop-regions.ts'
import type { Rectangle } from './find-missed-text.ts'
import type { PageOnDisk } from './page-source.ts'
import { smoothImage } from './smooth-image.ts'
import type { TesseractReader } from './tesseract-reader.ts'

/** In inches: the dots of a halftone are smaller, letters are hardly larger. */
const cellInches = 0.04
/** Mean shade of the cells of a dark bar; those of a light bar are below the second one, and have dots. */
const maxDark = 150
const maxLight = 235
/** In inches. */
const minHeight = 0.12
const maxHeight = 0.6
const minWidth = 1
/** Share of the cells of a bar that are dark, and of those that have its shade; a photo has many shades. */
const minFilled = 0.6
const minEven = 0.5
const sameShade = 20
/** Share of the pixels of a light bar that are far from its shade: dots and the paper between them. */
const minDots = 0.6
const farShade = 30

/** Dots at the edge of a bar and between its words are read as dashes. */
const minWordConfidence = 30

/** Words in pixels of the page; empty if there are no bars without words. */
export async function readShadedBars(
  reader: TesseractReader,
  page: Pick<PageOnDisk, 'pgmPath' | 'dpi'>,
  words: readonly TesseractWord[],
  languages: readonly string[],
): Promise<TesseractWord[]> {
  const image = readPgm(await readFile(page.pgmPath))
  if (image === undefined) return []
  const { dark, light } = findShadedBars(image, page.dpi)
  const withoutWords = (bars: readonly Rectangle[]) =>
    bars.filter(bar => !words.some(word => isCenterIn(word, bar)))
  const path = `${page.pgmPath}-bars.pgm`
  const found: TesseractWord[] = []
  for (const { bars, source } of [
    { bars: withoutWords(dark), source: invert(image) },
    { bars: withoutWords(light), source: image },
  ]) {
    const cropped = bars.length === 0 ? undefined : cropRegions(writePgm(source), bars, 1)
    const gray = cropped && readPgm(cropped.pgm)
    if (!cropped || !gray) continue
    await writeFile(path, writePgm(whiten(smoothImage(gray, page.dpi))))
    const read = await reader.read(path, { languages, dpi: page.dpi, segmentation: 'scattered' })
    found.push(
      ...read.filter(isText).map(word => ({
        ...cropped.toPage(word),
        line: `${source === image ? 'light' : 'dark'}.${word.line}`,
      })),
    )
  }
  await rm(path, { force: true })
  return found
}

function isText({ text, confidence }: TesseractWord): boolean {
  return confidence >= minWordConfidence && /[\p{L}\p{N}]/u.test(text)
}

/** Share of the shade of the bars that becomes white with them; what is outside of them is white already. */
const whiteShare = 0.85

function whiten({ pixels, width, height }: GrayImage): GrayImage {
  const inBars = pixels.filter(value => value < 255)
  const shade = inBars.toSorted()[inBars.length >> 1] ?? 255
  return { pixels: pixels.map(value => Math.min(255, (255 * value) / (whiteShare * shade))), width, height }
}

export function findShadedBars(image: GrayImage, dpi: number): { dark: Rectangle[]; light: Rectangle[] } {
  const cell = Math.max(2, Math.round(cellInches * dpi))
  const cells = meanOfCells(image, cell)
  const barsBelow = (maxShade: number) =>
    findBlobs(cells, value => value < maxShade)
      .blobs.filter(({ left, top, right, bottom, area }) => {
        const [columns, rows] = [right - left + 1, bottom - top + 1]
        const [width, height] = [(columns * cell) / dpi, (rows * cell) / dpi]
        const hasSize = width >= minWidth && height >= minHeight && height <= maxHeight
        return hasSize && area >= minFilled * columns * rows && isEven(cells, { left, top, right, bottom })
      })
      .map(({ left, top, right, bottom }) => ({
        // Without the cells at the edges, which are partly white.
        left: (left + 1) * cell,
        top: (top + 0.5) * cell,
        right: right * cell,
        bottom: (bottom + 0.5) * cell,
      }))
  const dark = barsBelow(maxDark)
  const light = barsBelow(maxLight).filter(
    bar => !dark.some(other => overlaps(other, bar)) && hasDots(image, bar),
  )
  return { dark, light }
}

function isEven({ pixels, width }: GrayImage, { left, top, right, bottom }: Rectangle): boolean {
  const shades: number[] = []
  // The cells at the edges are partly white.
  for (let row = top + 1; row < bottom; row += 1)
    shades.push(...pixels.subarray(row * width + left, row * width + right + 1))
  const middle = shades.toSorted((one, other) => one - other)[shades.length >> 1] ?? 0
  return shades.filter(shade => Math.abs(shade - middle) <= sameShade).length >= minEven * shades.length
}

function meanOfCells({ pixels, width, height }: GrayImage, cell: number): GrayImage {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  const sums = new Uint32Array(columns * rows)
  for (let y = 0; y < rows * cell; y += 1) {
    const row = Math.floor(y / cell) * columns
    for (let x = 0; x < columns * cell; x += 1) {
      const at = row + Math.floor(x / cell)
      sums[at] = (sums[at] as number) + (pixels[y * width + x] as number)
    }
  }
  return { pixels: Uint8Array.from(sums, sum => sum / (cell * cell)), width: columns, height: rows }
}

function isCenterIn({ x, y, width, height }: TesseractWord, area: Rectangle): boolean {
  const [across, down] = [x + width / 2, y + height / 2]
  return across > area.left && across < area.right && down > area.top && down < area.bottom
}

function hasDots({ pixels, width }: GrayImage, { left, top, right, bottom }: Rectangle): boolean {
  let [sum, far, count] = [0, 0, 0]
  const rows = Array.from({ length: Math.round(bottom) - Math.round(top) }, (_, at) => Math.round(top) + at)
  const rowOf = (y: number) => pixels.subarray(y * width + left, y * width + right)
  for (const y of rows)
    for (const value of rowOf(y)) {
      sum += value
      count += 1
    }
  for (const y of rows) for (const value of rowOf(y)) if (Math.abs(value - sum / count) > farShade) far += 1
  return far >= minDots * count
}

function overlaps(one: Rectangle, other: Rectangle): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
