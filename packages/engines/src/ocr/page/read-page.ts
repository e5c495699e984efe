/** Reads one page as well as it can be read: the right way up, in its own languages, and never worse than without our help. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import { languagesOfParagraphs } from '../languages/name-languages.ts'
import { dropNoise } from './drop-noise.ts'
import { findOut, type ReadingOptions } from './find-out.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isGood, isReadable, qualityOf } from './quality.ts'
import { betterByColumns } from './read-columns.ts'
import { withSecondLook } from './read-doubtful.ts'
import { withLeftOver } from './read-left-over.ts'
import { repairBullets } from './repair-bullets.ts'
import { repairNumerals } from './repair-numerals.ts'
import { sidewaysRotation } from './sideways-rotation.ts'
import type { TesseractReader } from './tesseract-reader.ts'

export interface PageReading {
  readonly page: PageOnDisk
  readonly words: readonly RecognisedWord[]
  readonly languages: readonly string[]
}

/** What earlier pages of a file have told: the next one is probably alike. */
export interface FileMemory {
  languages?: readonly string[]
  turn: QuarterRotation
}

const fewestLetters = 2
/** Of the characters: more in lines that could hardly be read are in another script. */
const poorLine = 60
const mostPoorShare = 0.08

export async function readPage(
  reader: TesseractReader,
  source: PageSource,
  options: ReadingOptions,
  memory: FileMemory,
): Promise<PageReading> {
  const page = await source.prepare({ isEnhanced: options.isEnhanced, turn: memory.turn })
  if (options.isEnhanced && page.letterCount < fewestLetters) return { page, words: [], languages: [] }
  const read =
    (await readKnown(reader, page, options, memory)) ?? (await readUnknown(reader, source, page, options))
  const whole = options.isEnhanced ? await notWorseThanPlain(reader, source, read, options) : read
  const found = repairBullets(dropNoise(await withLeftOver(reader, whole)))
  const words = repairNumerals(
    options.isEnhanced ? await withSecondLook(reader, { ...whole, words: found }) : found,
  )
  if (isReadable(qualityOf(words))) {
    memory.languages = whole.languages
    memory.turn = whole.page.geometry.turn
  }
  return { ...whole, words }
}

/** As the pages before, if that fits. */
async function readKnown(
  reader: TesseractReader,
  page: PageOnDisk,
  options: ReadingOptions,
  memory: FileMemory,
): Promise<PageReading | undefined> {
  const isPlain = !options.isEnhanced && !options.detectsLanguage
  const languages = isPlain ? options.languages : memory.languages
  if (languages === undefined) return undefined
  const { words } = await readWhole(reader, page, languages)
  const fits = isGood(qualityOf(words)) && sidewaysRotation(words) === 0
  return isPlain || fits ? { page, words, languages } : undefined
}

async function readUnknown(
  reader: TesseractReader,
  source: PageSource,
  given: PageOnDisk,
  options: ReadingOptions,
): Promise<PageReading> {
  const { page, languages, words } = await findOut(reader, source, given, options)
  const first =
    words === undefined
      ? await readWhole(reader, page, languages)
      : await byColumns(reader, { page, words, languages })
  if (!options.detectsLanguage || !isReadable(qualityOf(first.words))) return first
  const others = await otherLanguages(reader, first)
  return others.join() === languages.join() ? first : betterOf(first, await readWhole(reader, page, others))
}

async function readWhole(
  reader: TesseractReader,
  page: PageOnDisk,
  languages: readonly string[],
): Promise<PageReading> {
  const words = await reader.read(page.readingPath, { languages, dpi: page.dpi })
  return byColumns(reader, { page, words, languages })
}

async function byColumns(reader: TesseractReader, read: PageReading): Promise<PageReading> {
  return { ...read, words: await betterByColumns(reader, read) }
}

async function otherLanguages(
  reader: TesseractReader,
  { words, languages }: PageReading,
): Promise<readonly string[]> {
  const found = await languagesOfParagraphs(reader, words, languages)
  return poorShare(words) > mostPoorShare && !found.includes('eng') ? [...found, 'eng'] : found
}

function poorShare(words: readonly RecognisedWord[]): number {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].map(line => qualityOf(line))
  const all = lines.reduce((sum, { characters }) => sum + characters, 0)
  const poor = lines.filter(({ confidence }) => confidence < poorLine)
  return all === 0 ? 0 : poor.reduce((sum, { characters }) => sum + characters, 0) / all
}

/** Where our work on the picture did not lead to a good reading, the picture as it was may do better. */
async function notWorseThanPlain(
  reader: TesseractReader,
  source: PageSource,
  ours: PageReading,
  options: ReadingOptions,
): Promise<PageReading> {
  if (ours.page.steps.length === 0 || isGood(qualityOf(ours.words))) return ours
  const page = await source.prepare({ isEnhanced: false, turn: ours.page.geometry.turn })
  const languages = ours.languages.length > 0 ? ours.languages : options.languages
  const words = await reader.read(page.readingPath, { languages, dpi: page.dpi })
  return betterOf(ours, { page, words, languages })
}

function betterOf(one: PageReading, other: PageReading): PageReading {
  return qualityOf(other.words).score > qualityOf(one.words).score ? other : one
}
