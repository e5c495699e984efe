/** Recognizes a page column by column with block segmentation: Tesseract's page layout analysis misses much of some scripts. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { isRightToLeftText } from '../../page-layout/bidi.ts'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { type LetterBox, unpackLetters } from '../image/letter-boxes.ts'
import { cropRegions } from './crop-regions.ts'
import { findMissedText, type Rectangle } from './find-missed-text.ts'
import type { PageOnDisk } from './page-source.ts'
import { isGood, qualityOf } from './quality.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly TesseractWord[]
  readonly languages: readonly string[]
}

/** Share of the page's letters: fewer missed letters are handled by `rereadMissedText`. */
const largeMissedShare = 0.03
/** In letter heights. */
const minGutter = 2
/** Share of the page's letters. */
const minColumnShare = 0.15

/** Returns the given words if they are good enough or if this approach does not score higher. */
export async function rereadByColumns(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly TesseractWord[]> {
  if (page.lettersPath === undefined) return words
  const letters = unpackLetters(await readFile(page.lettersPath))
  const missed = findMissedText(letters, words)?.letterCount ?? 0
  if (isGood(qualityOf(words)) && missed < largeMissedShare * letters.length) return words
  const image = await readFile(page.pgmPath)
  const columns: TesseractWord[][] = []
  for (const [index, column] of findColumns(letters).entries()) {
    const part = cropRegions(image, [column], 1)
    if (part === undefined) return words
    const path = `${page.pgmPath}-column.pgm`
    await writeFile(path, part.pgm)
    const found = await reader.read(path, { languages, dpi: page.dpi, segmentation: 'block' })
    await rm(path, { force: true })
    columns.push(found.map(word => ({ ...part.toPage(word), line: `column-${index}.${word.line}` })))
  }
  const read = inReadingOrder(columns)
  return qualityOf(read).score > qualityOf(words).score ? read : words
}

/** Each column is a block; columns follow the writing direction. */
export function inReadingOrder(columns: readonly (readonly TesseractWord[])[]): TesseractWord[] {
  const text = columns.flatMap(column => column.map(word => word.text)).join(' ')
  const ordered = isRightToLeftText(text) ? columns.toReversed() : columns
  return ordered.flatMap((column, block) => column.map(word => ({ ...word, block })))
}

/** From left to right; a single column if no strip of white runs down the page. */
export function findColumns(letters: readonly LetterBox[]): Rectangle[] {
  if (letters.length === 0) return []
  const heights = letters.map(({ height }) => height).sort((one, other) => one - other)
  const gutter = minGutter * (heights[heights.length >> 1] ?? 0)
  const columns: LetterBox[][] = []
  let reach = -Infinity
  for (const letter of letters.toSorted(
    (one, other) => one.x - one.width / 2 - (other.x - other.width / 2),
  )) {
    if (letter.x - letter.width / 2 - reach > gutter) columns.push([])
    columns.at(-1)?.push(letter)
    reach = Math.max(reach, letter.x + letter.width / 2)
  }
  const isWide = columns.every(column => column.length >= minColumnShare * letters.length)
  return (isWide ? columns : [letters]).map(boxAroundLetters)
}

function boxAroundLetters(letters: readonly LetterBox[]): Rectangle {
  const margin = Math.max(...letters.map(({ height }) => height)) / 2
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of letters) {
    left = Math.min(left, x - width / 2)
    right = Math.max(right, x + width / 2)
    top = Math.min(top, y - height / 2)
    bottom = Math.max(bottom, y + height / 2)
  }
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }
}
