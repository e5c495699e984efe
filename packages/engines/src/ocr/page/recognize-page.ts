/** Recognizes one page: detects rotation and languages, and falls back to the unprocessed image if that scores higher. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import { packsOfParagraphs } from '../languages/choose-pack.ts'
import { detectRotationAndLanguages, type ReadingOptions } from './detect-rotation-and-languages.ts'
import { dropNoise } from './drop-noise.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isGood, isReadable, qualityOf } from './quality.ts'
import { repairBullets } from './repair-bullets.ts'
import { repairNumerals } from './repair-numerals.ts'
import { rereadByColumns } from './reread-by-columns.ts'
import { rereadLowConfidence } from './reread-low-confidence.ts'
import { rereadMissedText } from './reread-missed-text.ts'
import { sidewaysRotation } from './sideways-rotation.ts'
import type { TesseractReader } from './tesseract-reader.ts'

export interface PageReading {
  readonly page: PageOnDisk
  readonly words: readonly TesseractWord[]
  readonly languages: readonly string[]
}

/** Rotation and languages of earlier pages of the file, used as the first guess for the next one. */
export interface FileContext {
  languages?: readonly string[]
  rotation: QuarterRotation
}

const minLetters = 2
/** Share of characters in low-confidence lines; above this, part of the page is in another script. */
const lowLineConfidence = 60
const maxLowConfidenceShare = 0.08

export async function recognizePage(
  reader: TesseractReader,
  source: PageSource,
  options: ReadingOptions,
  context: FileContext,
): Promise<PageReading> {
  const page = await source.prepare({ isEnhanced: options.isEnhanced, rotation: context.rotation })
  if (options.isEnhanced && page.letterCount < minLetters) return { page, words: [], languages: [] }
  const read =
    (await readWithContext(reader, page, options, context)) ??
    (await readWithDetection(reader, source, page, options))
  const whole = options.isEnhanced ? await fallBackToUnprocessed(reader, source, read, options) : read
  const found = repairBullets(dropNoise(await rereadMissedText(reader, whole)))
  const words = repairNumerals(
    options.isEnhanced ? await rereadLowConfidence(reader, { ...whole, words: found }) : found,
  )
  if (isReadable(qualityOf(words))) {
    context.languages = whole.languages
    context.rotation = whole.page.geometry.rotation
  }
  return { ...whole, words }
}

/** Uses the settings of earlier pages; undefined if the result is not good. */
async function readWithContext(
  reader: TesseractReader,
  page: PageOnDisk,
  options: ReadingOptions,
  context: FileContext,
): Promise<PageReading | undefined> {
  const isPlain = !options.isEnhanced && !options.detectsLanguage
  const languages = isPlain ? options.languages : context.languages
  if (languages === undefined) return undefined
  const { words } = await readWhole(reader, page, languages)
  const fits = isGood(qualityOf(words)) && sidewaysRotation(words) === 0
  return isPlain || fits ? { page, words, languages } : undefined
}

async function readWithDetection(
  reader: TesseractReader,
  source: PageSource,
  given: PageOnDisk,
  options: ReadingOptions,
): Promise<PageReading> {
  const { page, languages, words } = await detectRotationAndLanguages(reader, source, given, options)
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
  const words = await reader.read(page.pgmPath, { languages, dpi: page.dpi })
  return byColumns(reader, { page, words, languages })
}

async function byColumns(reader: TesseractReader, read: PageReading): Promise<PageReading> {
  return { ...read, words: await rereadByColumns(reader, read) }
}

async function otherLanguages(
  reader: TesseractReader,
  { words, languages }: PageReading,
): Promise<readonly string[]> {
  const found = await packsOfParagraphs(reader, words, languages)
  return lowConfidenceShare(words) > maxLowConfidenceShare && !found.includes('eng')
    ? [...found, 'eng']
    : found
}

function lowConfidenceShare(words: readonly TesseractWord[]): number {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].map(line => qualityOf(line))
  const all = lines.reduce((sum, { characters }) => sum + characters, 0)
  const lowConfidence = lines.filter(({ confidence }) => confidence < lowLineConfidence)
  return all === 0 ? 0 : lowConfidence.reduce((sum, { characters }) => sum + characters, 0) / all
}

/** If preprocessing did not lead to a good result, the unprocessed image may score higher. */
async function fallBackToUnprocessed(
  reader: TesseractReader,
  source: PageSource,
  ours: PageReading,
  options: ReadingOptions,
): Promise<PageReading> {
  if (ours.page.steps.length === 0 || isGood(qualityOf(ours.words))) return ours
  const page = await source.prepare({ isEnhanced: false, rotation: ours.page.geometry.rotation })
  const languages = ours.languages.length > 0 ? ours.languages : options.languages
  const words = await reader.read(page.pgmPath, { languages, dpi: page.dpi })
  return betterOf(ours, { page, words, languages })
}

function betterOf(one: PageReading, other: PageReading): PageReading {
  return qualityOf(other.words).score > qualityOf(one.words).score ? other : one
}
