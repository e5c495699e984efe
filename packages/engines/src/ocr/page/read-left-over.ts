/** Looks a second time where letters are but no words were found. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { unpackLetters } from '../picture/letter-places.ts'
import { findLeftOver, type Rectangle } from './find-left-over.ts'
import type { PageOnDisk } from './page-source.ts'
import { qualityOf } from './quality.ts'
import type { ReadingDesk } from './reading-desk.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly RecognisedWord[]
  readonly languages: readonly string[]
}

/** What is read there must be surer than a guess. */
const leastConfidence = 60

export async function withLeftOver(
  desk: ReadingDesk,
  { page, words, languages }: PageSoFar,
): Promise<readonly RecognisedWord[]> {
  if (page.lettersPath === undefined || words.length === 0) return words
  const found = findLeftOver(unpackLetters(await readFile(page.lettersPath)), words)
  if (found === undefined) return words
  const picturePath = `${page.readingPath}-left-over.pgm`
  await writeFile(picturePath, onlyPlaces(await readFile(page.readingPath), found.places))
  const again = await desk.read(picturePath, { languages, dpi: page.dpi, segmentation: 'scattered' })
  await rm(picturePath, { force: true })
  const sure = sureLines(again)
  if (qualityOf(sure).score <= qualityOf([...found.touched]).score) return words
  return [...words.filter(word => !found.touched.has(word)), ...sure]
}

function sureLines(words: readonly RecognisedWord[]): RecognisedWord[] {
  return [...Map.groupBy(words, ({ line }) => line).values()]
    .filter(line => qualityOf(line).confidence >= leastConfidence)
    .flat()
    .map(word => ({ ...word, line: `again.${word.line}` }))
}

/** The picture, white everywhere else. */
function onlyPlaces(pgm: Buffer, places: readonly Rectangle[]): Buffer {
  const head = /^P5\n(\d+) (\d+)\n255\n/.exec(pgm.subarray(0, 64).toString('latin1'))
  if (!head) return pgm
  const [start, width, height] = [head[0].length, Number(head[1]), Number(head[2])]
  const result = Buffer.alloc(pgm.length, 255)
  pgm.copy(result, 0, 0, start)
  for (const place of places) {
    const [left, right] = [Math.max(0, Math.floor(place.left)), Math.min(width, Math.ceil(place.right))]
    const [top, bottom] = [Math.max(0, Math.floor(place.top)), Math.min(height, Math.ceil(place.bottom))]
    for (let y = top; y < bottom; y += 1) {
      const row = start + y * width
      if (right > left) pgm.copy(result, row + left, row + left, row + right)
    }
  }
  return result
}
