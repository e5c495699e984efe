/** Looks again at words that Tesseract was not sure of, at two other sizes: where both looks agree and are surer, they are believed. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { agreedReading } from './agreed-reading.ts'
import { type DoubtfulPassage, type DoubtfulRun, findDoubtful } from './find-doubtful.ts'
import { findSamePassage } from './find-same-passage.ts'
import type { PageOnDisk } from './page-source.ts'
import { replaceRun } from './replace-run.ts'
import { stackPlaces } from './stack-places.ts'
import type { TesseractReader } from './tesseract-reader.ts'

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly RecognisedWord[]
  readonly languages: readonly string[]
}

/** One other look is not enough: it is surer of a wrong letter as often as of the right one. */
const [secondScale, thirdScale] = [1.3, 0.75]

export async function withSecondLook(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly RecognisedWord[]> {
  const passages = isWrittenInColumns(languages) ? [] : findDoubtful(words)
  const image = passages.length === 0 ? undefined : readPgm(await readFile(page.readingPath))
  if (image === undefined) return words
  const look = (at: readonly DoubtfulPassage[], scale: number) =>
    readAgain(reader, { page, image, languages }, at, scale)
  const second = await look(passages, secondScale)
  const contested = passages
    .map((passage, at) => ({ passage, second: second[at] ?? [] }))
    .filter(({ passage, second }) => passage.runs.some(run => isContested(passage, run, second)))
  if (contested.length === 0) return words
  const third = await look(
    contested.map(({ passage }) => passage),
    thirdScale,
  )
  let read = words
  for (const [at, { passage, second }] of contested.entries())
    for (const run of passage.runs) {
      const doubtful = passage.words.slice(run.first, run.end)
      const looks = [second, third[at] ?? []].map(line => findSamePassage(passage.words, run, line))
      const agreed = agreedReading(doubtful, looks[0], looks[1])
      if (agreed) read = replaceRun(read, doubtful, agreed)
    }
  return read
}

/** Their lines run downward: laid below each other they are none. */
function isWrittenInColumns(languages: readonly string[]): boolean {
  return languages.some(language => language.endsWith('_vert'))
}

function isContested(
  { words }: DoubtfulPassage,
  run: DoubtfulRun,
  second: readonly RecognisedWord[],
): boolean {
  const other = findSamePassage(words, run, second)
  const ours = words.slice(run.first, run.end).map(({ text }) => text)
  return other !== undefined && other.letters !== ours.join('')
}

async function readAgain(
  reader: TesseractReader,
  { page, image, languages }: Omit<PageSoFar, 'words'> & { readonly image: GrayImage },
  passages: readonly DoubtfulPassage[],
  scale: number,
): Promise<RecognisedWord[][]> {
  const stack = stackPlaces(
    image,
    passages.map(({ place }) => place),
    scale,
  )
  const path = `${page.readingPath}-again.pgm`
  await writeFile(path, writePgm(stack.image))
  const dpi = page.dpi * scale
  const words = await reader.read(path, { languages, dpi, segmentation: 'block', isLook: true })
  await rm(path, { force: true })
  return stack.linesOf(words)
}
