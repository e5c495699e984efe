/** Looks a second time where letters are but no words were found. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { unpackLetters } from '../image/letter-places.ts'
import { cutOut } from './cut-out.ts'
import { findLeftOver } from './find-left-over.ts'
import type { PageOnDisk } from './page-source.ts'
import { qualityOf } from './quality.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly RecognisedWord[]
  readonly languages: readonly string[]
}

/** What is read there must be surer than a guess. */
const leastConfidence = 65
/** Of the letters: more than this is a picture. */
const mostLeftOver = 0.4
/** What covers a word that was read already is that word once more. */
const mostShared = 0.25
/** At another size Tesseract finds lines that it passed over at the first; which one helps nobody can tell before. */
const attempts = [
  { scale: 0.6, segmentation: 'scattered' },
  { scale: 0.75, segmentation: 'block' },
  { scale: 0.9, segmentation: 'scattered' },
] as const

export async function withLeftOver(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly RecognisedWord[]> {
  if (page.lettersPath === undefined || words.length === 0) return words
  const letters = unpackLetters(await readFile(page.lettersPath))
  let read = words
  for (const { scale, segmentation } of attempts) {
    const found = findLeftOver(letters, read)
    if (found === undefined || found.letterCount > mostLeftOver * letters.length) return read
    const image = cutOut(await readFile(page.readingPath), found.places, scale)
    if (image === undefined) return read
    const path = `${page.readingPath}-left-over.pgm`
    await writeFile(path, image.pgm)
    const again = await reader.read(path, { languages, dpi: page.dpi * scale, segmentation })
    await rm(path, { force: true })
    const kept = read.filter(word => !found.touched.has(word))
    const sure = sureLines(again)
      .map(word => image.placeBack(word))
      .filter(word => !kept.some(other => sharedArea(word, other) > mostShared * area(word)))
    if (qualityOf(sure).score > qualityOf([...found.touched]).score)
      read = [...kept, ...sure.map(word => ({ ...word, line: `again-${scale}.${word.line}` }))]
  }
  return read
}

function area({ width, height }: RecognisedWord): number {
  return width * height
}

function sharedArea(one: RecognisedWord, other: RecognisedWord): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return across > 0 && down > 0 ? across * down : 0
}

function sureLines(words: readonly RecognisedWord[]): RecognisedWord[] {
  return [...Map.groupBy(words, ({ line }) => line).values()]
    .filter(line => qualityOf(line).confidence >= leastConfidence)
    .flat()
}
