/** Recognizes text inside an image of a page: a logo, a screenshot, a chart. Photos without rows of letters are not passed to Tesseract. */
import { readFile, writeFile } from 'node:fs/promises'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { type LetterBox, unpackLetters } from '../image/letter-boxes.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { dropNoise } from './drop-noise.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { confidentLines } from './recognize-page.ts'
import type { TesseractReader } from './tesseract-reader.ts'

/** Smaller images are read in any case: their letters may be too large for the image to count as such. */
const smallImagePixels = 600_000
const minLettersInRow = 4
/** Share of the letter-like blobs: in the texture of a photo they are hardly ever in a row. */
const minShareInRows = 0.2

export async function readImageText(
  reader: Pick<TesseractReader, 'read'>,
  source: PageSource,
  languages: readonly string[],
): Promise<{ readonly page: PageOnDisk; readonly words: readonly TesseractWord[] }> {
  const page = await source.prepare({ isEnhanced: true, rotation: 0 })
  const { readWidth, readHeight } = page.geometry
  const isSmall = readWidth * readHeight <= smallImagePixels
  const letters = page.lettersPath === undefined ? [] : unpackLetters(await readFile(page.lettersPath))
  if (!isSmall && !hasRows(letters)) return { page, words: [] }
  const read = async (imagePath: string, segmentation: 'page' | 'scattered') =>
    confidentLines(dropNoise(await reader.read(imagePath, { languages, dpi: page.dpi, segmentation })))
  const first = await read(page.pgmPath, 'page')
  // Beside large letters, Tesseract misses small ones.
  const restPath = `${page.pgmPath}-rest.pgm`
  const rest = withoutWords(await readFile(page.pgmPath), first)
  if (rest === undefined) return { page, words: first }
  await writeFile(restPath, rest)
  const second = (await read(restPath, 'scattered')).map(word => ({ ...word, line: `rest.${word.line}` }))
  return { page, words: inOrder([...first, ...second]) }
}

/** Letters of similar height beside each other. */
export function hasRows(letters: readonly LetterBox[]): boolean {
  const sorted = letters.toSorted((a, b) => a.y - b.y)
  let inRows = 0
  sorted.forEach((letter, at) => {
    let beside = 0
    for (let step = at - 1; step >= 0 && isOnLine(sorted[step], letter); step -= 1)
      if (isBeside(sorted[step], letter)) beside += 1
    for (let step = at + 1; step < sorted.length && isOnLine(sorted[step], letter); step += 1)
      if (isBeside(sorted[step], letter)) beside += 1
    if (beside >= minLettersInRow - 1) inRows += 1
  })
  return inRows >= minLettersInRow && inRows >= minShareInRows * letters.length
}

function isOnLine(one: LetterBox | undefined, { y, height }: LetterBox): boolean {
  return one !== undefined && Math.abs(one.y - y) < 0.6 * height
}

/** In letter heights. */
const reach = 6

function isBeside(one: LetterBox | undefined, { x, y, height }: LetterBox): boolean {
  if (one === undefined || Math.abs(one.x - x) > reach * height) return false
  const isAligned = Math.abs(one.y + one.height / 2 - (y + height / 2)) < 0.25 * height
  return isAligned && one.height > 0.6 * height && one.height < 1.7 * height
}

/** Paints the words white; undefined if there is nothing else to read. */
function withoutWords(pgm: Buffer, words: readonly TesseractWord[]): Buffer | undefined {
  const image = readPgm(pgm)
  if (image === undefined || words.length === 0) return undefined
  const pixels = Uint8Array.from(image.pixels)
  for (const word of words) {
    const margin = Math.ceil(word.height / 20)
    const from = Math.max(0, word.x - margin)
    const to = Math.min(image.width, word.x + word.width + margin)
    const bottom = Math.min(image.height, bottomOf(word, image) + margin)
    for (let row = Math.max(0, word.y - margin); row < bottom; row += 1)
      pixels.fill(255, row * image.width + from, row * image.width + to)
  }
  return writePgm({ ...image, pixels })
}

const ink = 128

/** Of the highest rows of ink without a gap: the box of a large word may include small letters below it. */
function bottomOf({ x, y, width, height }: TesseractWord, image: GrayImage): number {
  let [start, highest, bottom] = [y, 0, y + height]
  for (let row = y; row <= y + height; row += 1) {
    const at = row * image.width + x
    const isInked = row < y + height && image.pixels.subarray(at, at + width).some(value => value < ink)
    if (isInked) continue
    if (row - start > highest) [highest, bottom] = [row - start, row]
    start = row + 1
  }
  return bottom
}

/** From top to bottom by line; the lines of the first reading keep their order. */
function inOrder(words: readonly TesseractWord[]): TesseractWord[] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const top = (line: readonly TesseractWord[]) => Math.min(...line.map(({ y }) => y))
  return lines.sort((a, b) => top(a) - top(b)).flat()
}
