/** Second OCR pass over regions with letter-like blobs but without recognized words. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { unpackLetters } from '../image/letter-boxes.ts'
import { cropRegions } from './crop-regions.ts'
import { findMissedText } from './find-missed-text.ts'
import type { PageOnDisk } from './page-source.ts'
import { qualityOf } from './quality.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly TesseractWord[]
  readonly languages: readonly string[]
}

/** Minimum for lines of the second pass. */
const minConfidence = 65
/** Share of the page's letters: above this the region is an image, not text. */
const maxMissedShare = 0.4
/** Share of a word's area: above this it duplicates a word that is already recognized. */
const maxOverlap = 0.25
/** Tesseract finds lines at one scale that it misses at another; which scale helps is not predictable. */
const attempts = [
  { scale: 0.6, segmentation: 'scattered' },
  { scale: 0.75, segmentation: 'block' },
  { scale: 0.9, segmentation: 'scattered' },
] as const

export async function rereadMissedText(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly TesseractWord[]> {
  if (page.lettersPath === undefined || words.length === 0) return words
  const letters = unpackLetters(await readFile(page.lettersPath))
  let read = words
  for (const { scale, segmentation } of attempts) {
    const found = findMissedText(letters, read)
    if (found === undefined || found.letterCount > maxMissedShare * letters.length) return read
    const image = cropRegions(await readFile(page.pgmPath), found.regions, scale)
    if (image === undefined) return read
    const path = `${page.pgmPath}-left-over.pgm`
    await writeFile(path, image.pgm)
    const again = await reader.read(path, { languages, dpi: page.dpi * scale, segmentation })
    await rm(path, { force: true })
    const kept = read.filter(word => !found.touched.has(word))
    const sure = confidentLines(again)
      .map(word => image.toPage(word))
      .filter(word => !kept.some(other => overlapArea(word, other) > maxOverlap * area(word)))
    if (qualityOf(sure).score > qualityOf([...found.touched]).score)
      read = [...kept, ...sure.map(word => ({ ...word, line: `again-${scale}.${word.line}` }))]
  }
  return read
}

function area({ width, height }: TesseractWord): number {
  return width * height
}

function overlapArea(one: TesseractWord, other: TesseractWord): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return across > 0 && down > 0 ? across * down : 0
}

function confidentLines(words: readonly TesseractWord[]): TesseractWord[] {
  return [...Map.groupBy(words, ({ line }) => line).values()]
    .filter(line => qualityOf(line).confidence >= minConfidence)
    .flat()
}
