/** Recognizes one page: detects rotation and languages, and falls back to the unprocessed image if that scores higher. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { boxOf, type TesseractWord, type WordBox } from '../../tesseract/parse-words.ts'
import { type LetterBox, unpackLetters } from '../image/letter-boxes.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { packsOfParagraphs } from '../languages/choose-pack.ts'
import { cropRegions } from './crop-regions.ts'
import { detectRotationAndLanguages, type ReadingOptions } from './detect-rotation-and-languages.ts'
import { dropNoise } from './drop-noise.ts'
import { findMissedText } from './find-missed-text.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isGood, isReadable, qualityOf } from './quality.ts'
import { readShadedBars } from './read-shaded-bars.ts'
import { repairBullets, repairNumerals, repairPronoun } from './repair-lookalikes.ts'
import { rereadByColumns } from './reread-by-columns.ts'
import { rereadLowConfidence } from './reread-low-confidence.ts'
import { sidewaysRotation } from './sideways-rotation.ts'
import { smoothImage } from './smooth-image.ts'
import { splitCodes } from './split-codes.ts'
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
  const first =
    (await readWithContext(reader, page, options, context)) ??
    (await readWithDetection(reader, source, page, options))
  const whole = options.isEnhanced ? await tryVariants(reader, source, first, options) : first
  const again = await rereadMissedText(reader, whole)
  const all = options.isEnhanced ? await withShadedBars(reader, { ...whole, words: again }) : again
  const found = repairBullets(dropNoise(all))
  const read = options.isEnhanced ? await rereadLowConfidence(reader, { ...whole, words: found }) : found
  const repaired = repairPronoun(repairNumerals(read), whole.languages)
  const words = splitCodes(repaired, await lettersOf(whole.page))
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
  if (!options.detectsLanguage) return first
  if (!isReadable(qualityOf(first.words))) return betterOf(first, await readAsEnglish(reader, first, given))
  const others = await otherLanguages(reader, first)
  return others.join() === languages.join() ? first : betterOf(first, await readWhole(reader, page, others))
}

/** A sample that shows no text must not decide about the page: the script and rotation found in it are guesses. */
async function readAsEnglish(
  reader: TesseractReader,
  first: PageReading,
  given: PageOnDisk,
): Promise<PageReading> {
  const isSame = first.page === given && first.languages.join() === 'eng'
  return isSame || !reader.installed.has('eng') ? first : readWhole(reader, given, ['eng'])
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

async function lettersOf({ lettersPath }: PageOnDisk): Promise<LetterBox[]> {
  return lettersPath === undefined ? [] : unpackLetters(await readFile(lettersPath))
}

/** Below this, a page is read again from a smoothed image. */
const smoothingConfidence = 88

/** If preprocessing did not lead to a good result, the unprocessed or a smoothed image may score higher. */
async function tryVariants(
  reader: TesseractReader,
  source: PageSource,
  ours: PageReading,
  options: ReadingOptions,
): Promise<PageReading> {
  const { page } = ours
  const languages = ours.languages.length > 0 ? ours.languages : options.languages
  let best = ours
  const isInverted = page.steps.includes('invert')
  if (isInverted || (page.steps.length > 0 && !isGood(qualityOf(ours.words)))) {
    const unprocessed = await source.prepare({ isEnhanced: false, rotation: page.geometry.rotation })
    const words = await reader.read(unprocessed.pgmPath, { languages, dpi: page.dpi / page.geometry.scale })
    const other = { page: unprocessed, words, languages }
    best = betterOf(best, other)
    // Text on the light parts of a dark page is lost when the page is inverted.
    if (best === ours && isInverted) best = withTextOf(ours, other)
  }
  if (qualityOf(best.words).confidence < smoothingConfidence) {
    const smoothed = await smoothPage(page)
    if (smoothed) best = betterOf(best, await readWhole(reader, smoothed, languages))
  }
  return best
}

/** Adds confident lines of another reading of the page where there are no words yet. */
function withTextOf(ours: PageReading, other: PageReading): PageReading {
  const { readWidth, readHeight, scale, skewDegrees, width, height } = ours.page.geometry
  const angle = (-skewDegrees * Math.PI) / 180
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  const placed = confidentLines(other.words).map(word => {
    const [across, down] = [word.x + word.width / 2 - width / 2, word.y + word.height / 2 - height / 2]
    return {
      ...word,
      x: Math.round(readWidth / 2 + across * cos - down * sin - (word.width * scale) / 2),
      y: Math.round(readHeight / 2 + across * sin + down * cos - (word.height * scale) / 2),
      width: Math.round(word.width * scale),
      height: Math.round(word.height * scale),
    }
  })
  const added = placed
    .filter(word => !ours.words.some(known => overlapArea(word, known) > maxOverlap * area(word)))
    .map(word => ({ ...word, line: `unprocessed.${word.line}` }))
  return { ...ours, words: [...ours.words, ...inBlocks(added, ours.words)] }
}

/** Print of dots, ragged edges of a fax: smoothing closes the strokes. */
async function smoothPage(page: PageOnDisk): Promise<PageOnDisk | undefined> {
  const image = readPgm(await readFile(page.pgmPath))
  if (image === undefined) return undefined
  const pgmPath = `${page.pgmPath}-smooth.pgm`
  await writeFile(pgmPath, writePgm(smoothImage(image, page.dpi)))
  return { ...page, pgmPath }
}

function betterOf(one: PageReading, other: PageReading): PageReading {
  return qualityOf(other.words).score > qualityOf(one.words).score ? other : one
}

interface PageSoFar {
  readonly page: PageOnDisk
  readonly words: readonly TesseractWord[]
  readonly languages: readonly string[]
}

/** Minimum for lines of the second pass. */
const minConfidence = 65
/** For lines of short words only; clean print of single letters has 95 to 97. */
const minConfidenceOfShort = 95
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

/** Second OCR pass over regions with letter-like blobs but without recognized words. */
async function rereadMissedText(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly TesseractWord[]> {
  if (page.lettersPath === undefined || words.length === 0) return words
  const letters = await lettersOf(page)
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
      read = [
        ...kept,
        ...inBlocks(sure, read).map(word => ({ ...word, line: `again-${scale}.${word.line}` })),
      ]
  }
  return read
}

async function withShadedBars(
  reader: TesseractReader,
  { page, words, languages }: PageSoFar,
): Promise<readonly TesseractWord[]> {
  if (words.length === 0) return words
  const found = confidentLines(await readShadedBars(reader, page, words, languages))
  return [...words, ...inBlocks(found, words).map(word => ({ ...word, line: `bar.${word.line}` }))]
}

/** Lines of a second pass belong to the block that they are in or closest to. */
function inBlocks(again: readonly TesseractWord[], words: readonly TesseractWord[]): TesseractWord[] {
  const blocks = [...Map.groupBy(words, ({ block }) => block)].map(([block, ofBlock]) => ({
    block,
    box: boxOf(ofBlock),
  }))
  return [...Map.groupBy(again, ({ line }) => line).values()].flatMap(line => {
    const box = boxOf(line)
    const nearest = blocks.reduce((best, other) =>
      distance(other.box, box) < distance(best.box, box) ? other : best,
    )
    return line.map(({ block: _, ...word }) => ({
      ...word,
      ...(nearest.block !== undefined && { block: nearest.block }),
    }))
  })
}

/** Between the closest points of two boxes; inside a box, its size decides. */
function distance(block: WordBox, line: WordBox): number {
  const across = Math.max(0, block.left - line.right, line.left - block.right)
  const down = Math.max(0, block.top - line.bottom, line.top - block.bottom)
  return Math.hypot(across, down)
}

function area({ width, height }: TesseractWord): number {
  return width * height
}

function overlapArea(one: TesseractWord, other: TesseractWord): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return across > 0 && down > 0 ? across * down : 0
}

/** Lines of a second pass that are likely text and not the texture of an image. */
export function confidentLines(words: readonly TesseractWord[]): TesseractWord[] {
  return [...Map.groupBy(words, ({ line }) => line).values()]
    .filter(line => {
      const { confidence } = qualityOf(line)
      if (line.some(isWord)) return confidence >= minConfidence
      return confidence >= minConfidenceOfShort && line.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
    })
    .flat()
}

/** Texture of photos and drawings is read as short runs of letters. */
function isWord({ text }: TesseractWord): boolean {
  return /[\p{L}\p{N}]{4}|\p{N}{2}|\p{Lo}/u.test(text)
}
