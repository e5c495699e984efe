/** Recognizes low-confidence words again at two other scales and replaces them if both passes agree with higher confidence. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { agreedReading } from './agreed-reading.ts'
import { alignReading } from './align-reading.ts'
import { findLowConfidence, type LowConfidencePassage, type LowConfidenceRun } from './find-low-confidence.ts'
import type { PageOnDisk } from './page-source.ts'
import { replaceRun } from './replace-run.ts'
import { stackRegions } from './stack-regions.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly TesseractWord[]
  readonly languages: readonly string[]
}

/** A single further pass is not enough: it is as often confident about a wrong letter as about the right one. */
const [secondScale, thirdScale] = [1.3, 0.75]

export async function rereadLowConfidence(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly TesseractWord[]> {
  const passages = isVertical(languages) ? [] : findLowConfidence(words)
  const image = passages.length === 0 ? undefined : readPgm(await readFile(page.pgmPath))
  if (image === undefined) return words
  const readPassages = (at: readonly LowConfidencePassage[], scale: number) =>
    readAgain(reader, { page, image, languages }, at, scale)
  const second = await readPassages(passages, secondScale)
  const contested = passages
    .map((passage, at) => ({ passage, second: second[at] ?? [] }))
    .filter(({ passage, second }) => passage.runs.some(run => isContested(passage, run, second)))
  if (contested.length === 0) return words
  const third = await readPassages(
    contested.map(({ passage }) => passage),
    thirdScale,
  )
  let read = words
  for (const [at, { passage, second }] of contested.entries())
    for (const run of passage.runs) {
      const lowConfidence = passage.words.slice(run.first, run.end)
      const readings = [second, third[at] ?? []].map(line => alignReading(passage.words, run, line))
      const agreed = agreedReading(lowConfidence, readings[0], readings[1])
      if (agreed) read = replaceRun(read, lowConfidence, agreed)
    }
  return read
}

/** Vertical lines cannot be stacked as horizontal ones. */
function isVertical(languages: readonly string[]): boolean {
  return languages.some(language => language.endsWith('_vert'))
}

function isContested(
  { words }: LowConfidencePassage,
  run: LowConfidenceRun,
  second: readonly TesseractWord[],
): boolean {
  const other = alignReading(words, run, second)
  const ours = words.slice(run.first, run.end).map(({ text }) => text)
  return other !== undefined && other.letters !== ours.join('')
}

async function readAgain(
  reader: TesseractReader,
  { page, image, languages }: Omit<PageSoFar, 'words'> & { readonly image: GrayImage },
  passages: readonly LowConfidencePassage[],
  scale: number,
): Promise<TesseractWord[][]> {
  const stack = stackRegions(
    image,
    passages.map(({ region }) => region),
    scale,
  )
  const path = `${page.pgmPath}-again.pgm`
  await writeFile(path, writePgm(stack.image))
  const dpi = page.dpi * scale
  const words = await reader.read(path, { languages, dpi, segmentation: 'block', isTrial: true })
  await rm(path, { force: true })
  return stack.linesOf(words)
}
