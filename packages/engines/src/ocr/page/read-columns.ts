/** Reads a page column by column, each as one block of text: Tesseract's own search for blocks loses much of some scripts. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { type LetterPlace, unpackLetters } from '../image/letter-places.ts'
import { cutOut } from './cut-out.ts'
import { findLeftOver, type Rectangle } from './find-left-over.ts'
import type { PageOnDisk } from './page-source.ts'
import { isGood, qualityOf } from './quality.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly RecognisedWord[]
  readonly languages: readonly string[]
}

/** Of the letters on the page: fewer are looked for where they are. */
const muchLeftOver = 0.03
/** In heights of letters. */
const leastGutter = 2
/** Of the letters of the page. */
const leastColumn = 0.15

/** The same words when nothing speaks against them, or when this way does not do better. */
export async function betterByColumns(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly RecognisedWord[]> {
  if (page.lettersPath === undefined) return words
  const letters = unpackLetters(await readFile(page.lettersPath))
  const missed = findLeftOver(letters, words)?.letterCount ?? 0
  if (isGood(qualityOf(words)) && missed < muchLeftOver * letters.length) return words
  const image = await readFile(page.readingPath)
  const read: RecognisedWord[] = []
  for (const [index, column] of findColumns(letters).entries()) {
    const part = cutOut(image, [column], 1)
    if (part === undefined) return words
    const path = `${page.readingPath}-column.pgm`
    await writeFile(path, part.pgm)
    const found = await reader.read(path, { languages, dpi: page.dpi, segmentation: 'block' })
    await rm(path, { force: true })
    read.push(...found.map(word => ({ ...part.placeBack(word), line: `column-${index}.${word.line}` })))
  }
  return qualityOf(read).score > qualityOf(words).score ? read : words
}

/** From left to right; one where no strip of white runs down the page. */
export function findColumns(letters: readonly LetterPlace[]): Rectangle[] {
  if (letters.length === 0) return []
  const heights = letters.map(({ height }) => height).sort((one, other) => one - other)
  const gutter = leastGutter * (heights[heights.length >> 1] ?? 0)
  const columns: LetterPlace[][] = []
  let reach = -Infinity
  for (const letter of letters.toSorted(
    (one, other) => one.x - one.width / 2 - (other.x - other.width / 2),
  )) {
    if (letter.x - letter.width / 2 - reach > gutter) columns.push([])
    columns.at(-1)?.push(letter)
    reach = Math.max(reach, letter.x + letter.width / 2)
  }
  const isWide = columns.every(column => column.length >= leastColumn * letters.length)
  return (isWide ? columns : [letters]).map(boxAroundLetters)
}

function boxAroundLetters(letters: readonly LetterPlace[]): Rectangle {
  const room = Math.max(...letters.map(({ height }) => height)) / 2
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of letters) {
    left = Math.min(left, x - width / 2)
    right = Math.max(right, x + width / 2)
    top = Math.min(top, y - height / 2)
    bottom = Math.max(bottom, y + height / 2)
  }
  return { left: left - room, top: top - room, right: right + room, bottom: bottom + room }
}
