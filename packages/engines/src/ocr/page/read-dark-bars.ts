/** Reads light text on halftone bars of a light page, such as title bars. Tesseract inverts only solid bars by itself. */
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
/** Mean shade of a cell. */
const maxShade = 150
/** In inches. */
const minHeight = 0.12
const maxHeight = 0.6
const minWidth = 1
/** Share of the cells of a bar that are dark, and of those that have its shade; a photo has many shades. */
const minFilled = 0.6
const minEven = 0.5
const sameShade = 20

/** Words in pixels of the page; empty if there are no bars without words. */
export async function readDarkBars(
  reader: TesseractReader,
  page: Pick<PageOnDisk, 'pgmPath' | 'dpi'>,
  words: readonly TesseractWord[],
  languages: readonly string[],
): Promise<TesseractWord[]> {
  const image = readPgm(await readFile(page.pgmPath))
  if (image === undefined) return []
  const bars = findDarkBars(image, page.dpi).filter(bar => !words.some(word => isCenterIn(word, bar)))
  const cropped = bars.length === 0 ? undefined : cropRegions(writePgm(invert(image)), bars, 1)
  const light = cropped && readPgm(cropped.pgm)
  if (!cropped || !light) return []
  const path = `${page.pgmPath}-dark-bars.pgm`
  await writeFile(path, writePgm(whiten(smoothImage(light, page.dpi))))
  const found = await reader.read(path, { languages, dpi: page.dpi, segmentation: 'block' })
  await rm(path, { force: true })
  return found.map(word => cropped.toPage(word))
}

/** Share of the shade of the bars that becomes white with them; what is outside of them is white already. */
const whiteShare = 0.85

function whiten({ pixels, width, height }: GrayImage): GrayImage {
  const inBars = pixels.filter(value => value < 255)
  const shade = inBars.toSorted()[inBars.length >> 1] ?? 255
  return { pixels: pixels.map(value => Math.min(255, (255 * value) / (whiteShare * shade))), width, height }
}

export function findDarkBars(image: GrayImage, dpi: number): Rectangle[] {
  const cell = Math.max(2, Math.round(cellInches * dpi))
  const cells = meanOfCells(image, cell)
  return findBlobs(cells, value => value < maxShade)
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
}

function isEven({ pixels, width }: GrayImage, { left, top, right, bottom }: Rectangle): boolean {
  const shades: number[] = []
  for (let row = top; row <= bottom; row += 1)
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
