/** Recognizes low-confidence words again at two other scales and replaces them if both passes agree with higher confidence. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import { findLowConfidence, type LowConfidencePassage, type LowConfidenceRun } from './find-low-confidence.ts'
import type { Rectangle } from './find-missed-text.ts'
import type { PageOnDisk } from './page-source.ts'
import { qualityOf } from './quality.ts'
import { scaleImage } from './scale-image.ts'
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

const withoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u

/** Returns the given words if the parts cannot be assigned to them. */
export function replaceRun(
  words: readonly TesseractWord[],
  run: readonly TesseractWord[],
  { letters, parts, confidence }: AlternativeReading,
): readonly TesseractWord[] {
  const ours = run.map(({ text }) => text).join('')
  const at = words.indexOf(run[0] as TesseractWord)
  if (at < 0) return words
  const put = (...instead: TesseractWord[]) => words.toSpliced(at, run.length, ...instead)
  if (letters === '') return put()
  if (parts.length === run.length)
    return put(...run.map((word, index) => ({ ...word, text: parts[index] as string, confidence })))
  if (!withoutSpaces.test(ours + letters)) return words
  return put({ ...boxAround(run), text: letters, confidence })
}

function boxAround(run: readonly TesseractWord[]): TesseractWord {
  const [x, y] = [Math.min(...run.map(word => word.x)), Math.min(...run.map(word => word.y))]
  return {
    ...(run[0] as TesseractWord),
    x,
    y,
    width: Math.max(...run.map(word => word.x + word.width)) - x,
    height: Math.max(...run.map(word => word.y + word.height)) - y,
  }
}

/** Minimum gain in mean confidence: passes at other scales of the same image can share the same mistake. */
const minConfidenceGain = 15

/** The replacement; undefined to keep the first reading. */
export function agreedReading(
  run: readonly TesseractWord[],
  second: AlternativeReading | undefined,
  third: AlternativeReading | undefined,
): AlternativeReading | undefined {
  if (second === undefined || third === undefined || second.letters !== third.letters) return undefined
  const ours = run.map(({ text }) => text).join('')
  if (onlyAdds(withoutPunctuation(ours), withoutPunctuation(second.letters))) return undefined
  const confidence = (second.confidence + third.confidence) / 2
  // An empty reading has no confidence; both passes agreeing on the surrounding letters is enough.
  if (second.letters === '') return second
  return confidence >= qualityOf(run).confidence + minConfidenceGain ? { ...second, confidence } : undefined
}

/** Tesseract repeats a letter as two alternatives when it cannot decide, so a reading that only adds letters is rejected. */
function onlyAdds(ours: string, theirs: string): boolean {
  const letters = [...ours]
  let found = 0
  for (const letter of theirs) if (letter === letters[found]) found += 1
  return found === letters.length
}

/** Periods and commas are the first to get lost when an image is scaled. */
function withoutPunctuation(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

interface Stack {
  readonly image: GrayImage
  /** Words of each region, in the order of the regions. */
  linesOf(words: readonly TesseractWord[]): TesseractWord[][]
}

const margin = 20
/** Vertical gap, as a share of the tallest region. */
const gap = 0.6

/** Stacks regions of a page vertically into one small image, so that a single Tesseract run recognizes all of them. */
export function stackRegions(page: GrayImage, regions: readonly Rectangle[], scale: number): Stack {
  const boxes = regions.map(region => inside(region, page))
  const highest = Math.max(...boxes.map(({ top, bottom }) => bottom - top))
  const between = Math.round(gap * highest)
  const width = Math.max(...boxes.map(({ left, right }) => right - left)) + 2 * margin
  let height = margin
  const rows = boxes.map(({ top, bottom }) => {
    const row = { top: height, bottom: height + bottom - top }
    height = row.bottom + between
    return row
  })
  height += margin
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [index, { left, right, top, bottom }] of boxes.entries())
    for (let y = top; y < bottom; y += 1) {
      const row = (rows[index]?.top ?? 0) + y - top
      pixels.set(page.pixels.subarray(y * page.width + left, y * page.width + right), row * width + margin)
    }
  return {
    image: scaleImage({ pixels, width, height }, scale),
    linesOf: words =>
      rows.map(({ top, bottom }) =>
        longestLine(
          words.filter(word => {
            const middle = (word.y + word.height / 2) / scale
            return middle > top - between / 2 && middle < bottom + between / 2
          }),
        ),
      ),
  }
}

function inside({ left, top, right, bottom }: Rectangle, { width, height }: GrayImage): Rectangle {
  const [fromX, fromY] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  return {
    left: fromX,
    top: fromY,
    right: Math.max(fromX, Math.min(width, Math.ceil(right))),
    bottom: Math.max(fromY, Math.min(height, Math.ceil(bottom))),
  }
}

/** Descenders of the line above may be recognized as a separate line. */
function longestLine(words: readonly TesseractWord[]): TesseractWord[] {
  const lengthOf = (line: readonly TesseractWord[]) => line.reduce((sum, { text }) => sum + text.length, 0)
  return [...Map.groupBy(words, ({ line }) => line).values()].reduce(
    (longest, line) => (lengthOf(line) > lengthOf(longest) ? line : longest),
    [],
  )
}

interface AlternativeReading {
  /** Without spaces: in scripts without them, two readings of a line rarely agree on word boundaries. */
  readonly letters: string
  /** The same letters, split at spaces. */
  readonly parts: readonly string[]
  /** Mean over all letters; 0 if there are none. */
  readonly confidence: number
}

interface Letter {
  readonly letter: string
  readonly isAfterSpace: boolean
  readonly confidence: number
}

/** Undefined if the letters next to the run differ too, so that the counterpart cannot be located. */
export function alignReading(
  words: readonly TesseractWord[],
  { first, end }: LowConfidenceRun,
  other: readonly TesseractWord[],
): AlternativeReading | undefined {
  const [ours, theirs] = [lettersOf(words), lettersOf(other)]
  const before = lettersOf(words.slice(0, first)).length
  const after = before + lettersOf(words.slice(first, end)).length
  const matches = matchLetters(ours, theirs)
  const from = before === 0 ? 0 : next(matches[before - 1])
  const to = after === ours.length ? theirs.length : matches[after]
  if (from === undefined || to === undefined || from > to) return undefined
  const found = theirs.slice(from, to)
  const isInside = before > 0 && after < ours.length
  // Without context on both sides, an empty counterpart may also be a line that was missed.
  if (found.length === 0 && !isInside) return undefined
  const parts: string[] = []
  for (const [at, { letter, isAfterSpace }] of found.entries())
    if (at === 0 || isAfterSpace) parts.push(letter)
    else parts[parts.length - 1] += letter
  return {
    letters: parts.join(''),
    parts,
    confidence: found.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, found.length),
  }
}

function next(index: number | undefined): number | undefined {
  return index === undefined ? undefined : index + 1
}

function lettersOf(words: readonly TesseractWord[]): Letter[] {
  return words.flatMap(({ text, isGlued = false, confidence }) =>
    [...text].map((letter, at) => ({ letter, isAfterSpace: at === 0 && !isGlued, confidence })),
  )
}

/** For each letter the index of its match in the other reading, along the shortest edit path (Levenshtein). */
function matchLetters(ours: readonly Letter[], theirs: readonly Letter[]): (number | undefined)[] {
  const width = theirs.length + 1
  const costs = new Uint16Array((ours.length + 1) * width)
  const cost = (row: number, column: number) => costs[row * width + column] as number
  const isSame = (row: number, column: number) => ours[row]?.letter === theirs[column]?.letter
  for (let column = 1; column < width; column += 1) costs[column] = column
  for (let row = 1; row <= ours.length; row += 1) {
    costs[row * width] = row
    for (let column = 1; column < width; column += 1)
      costs[row * width + column] = Math.min(
        cost(row - 1, column - 1) + (isSame(row - 1, column - 1) ? 0 : 1),
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
      )
  }
  const matches: (number | undefined)[] = ours.map(() => undefined)
  let [row, column] = [ours.length, theirs.length]
  while (row > 0 && column > 0) {
    const same = isSame(row - 1, column - 1)
    if (cost(row, column) === cost(row - 1, column - 1) + (same ? 0 : 1)) {
      row -= 1
      column -= 1
      if (same) matches[row] = column
    } else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return matches
}
