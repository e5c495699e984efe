/** Finds out which way up a page is and what it is written in, from a few of its lines. */
import type { Orientation } from '../../tesseract/detect-orientation.ts'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { Segmentation } from '../../tesseract/read-words.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import { nameLanguage, sureLikelihood } from '../languages/name-languages.ts'
import { type Script, scriptNamed, scripts, usualScripts } from '../languages/scripts.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isReadable, isSure, type Quality, qualityOf } from './quality.ts'
import { sidewaysRotation } from './sideways-rotation.ts'
import type { TesseractReader } from './tesseract-reader.ts'

export interface ReadingOptions {
  readonly isEnhanced: boolean
  readonly detectsLanguage: boolean
  /** Read with these when languages are not detected. */
  readonly languages: readonly string[]
}

export interface Finding {
  readonly page: PageOnDisk
  readonly languages: readonly string[]
  /** What was read of the whole page on the way, in these languages. */
  readonly words?: readonly RecognisedWord[]
}

interface Look {
  readonly page: PageOnDisk
  readonly script: Script
  readonly languages: readonly string[]
  readonly words: readonly RecognisedWord[]
  readonly quality: Quality
  readonly segmentation: Segmentation
}

/** Below this a turn is a guess. */
const sureRotationConfidence = 4
/** More letters than this, and still no script: it is no text. */
const mostLettersToGuess = 1200
const fewestCharacters = 8

export async function findOut(
  reader: TesseractReader,
  source: PageSource,
  page: PageOnDisk,
  options: ReadingOptions,
): Promise<Finding> {
  const guess = options.detectsLanguage ? scripts.Latin : givenScript(options)
  const first = await lookBest(reader, page, guess, 'page')
  const aside = options.isEnhanced ? sidewaysRotation(first.words) : 0
  const upright =
    aside === 0 ? first : await lookBest(reader, await turned(source, page, aside, options), guess, 'page')
  const look = isReadable(upright.quality)
    ? upright
    : await lookElsewhere(reader, source, first, options, guess)
  const languages = options.detectsLanguage ? await languagesOf(reader, look) : options.languages
  const isSame = look.segmentation === 'page' && languages.join() === look.languages.join()
  const isWhole = look.page.isSampleWhole && isSame
  return { page: look.page, languages, ...(isWhole && { words: look.words }) }
}

function givenScript({ languages }: ReadingOptions): Script {
  return { firstLooks: [languages.join('+')] }
}

/** Taken for one block, more of some scripts is found; for a look the order of columns does not matter. */
async function lookBest(
  reader: TesseractReader,
  page: PageOnDisk,
  script: Script,
  segmentation: Segmentation = 'block',
): Promise<Look> {
  const looks: Look[] = []
  for (const pack of script.firstLooks) {
    const languages = pack.split('+').filter(language => reader.installed.has(language))
    if (languages.length === 0) continue
    const words = await reader.read(page.samplePath, { languages, dpi: page.dpi, segmentation, isLook: true })
    const quality = qualityOf(words)
    looks.push({ page, script, languages, words, quality, segmentation })
    if (isSure(quality)) break
  }
  const nothing: Look = {
    page,
    script,
    languages: [...script.firstLooks],
    words: [],
    quality: qualityOf([]),
    segmentation,
  }
  return looks.reduce(better, nothing)
}

function better(one: Look, other: Look): Look {
  return other.quality.score > one.quality.score || one.words.length === 0 ? other : one
}

/** The page could not be read as it lies: it may be turned, or written in another script. */
async function lookElsewhere(
  reader: TesseractReader,
  source: PageSource,
  first: Look,
  options: ReadingOptions,
  guess: Script,
): Promise<Look> {
  const told = await reader.orient(first.page.samplePath, first.page.dpi)
  const script = (told && options.detectsLanguage && scriptNamed(told.script)) || guess
  const look = async (turn: QuarterRotation) =>
    lookBest(reader, await turned(source, first.page, turn, options), script)
  const isRotationSure = told !== undefined && told.rotationConfidence >= sureRotationConfidence
  const turn = options.isEnhanced && isRotationSure ? told.turn : 0
  let best = first
  if (turn !== 0 || script !== guess) best = better(best, await look(turn))
  if (isReadable(best.quality)) return best
  const atOtherRotations = async () => {
    if (isRotationSure || !options.isEnhanced) return
    for (const other of otherRotations(told)) {
      if (isReadable(best.quality)) return
      best = better(best, await look(other))
    }
  }
  const inOtherScripts = async () => {
    const isTextLikely =
      first.page.letterCount <= mostLettersToGuess && first.quality.characters >= fewestCharacters
    if (options.detectsLanguage && isTextLikely && !isReadable(best.quality))
      best = await lookAtScripts(reader, best, await turned(source, first.page, turn, options))
  }
  // What is told to be in the script it was read in is more likely upside down.
  for (const tryOn of script === guess
    ? [atOtherRotations, inOtherScripts]
    : [inOtherScripts, atOtherRotations])
    await tryOn()
  return best
}

/** The one that was told first, then upside down, which happens most. */
function otherRotations(told: Orientation | undefined): QuarterRotation[] {
  const turns: QuarterRotation[] = [180, 90, 270]
  const first = told?.turn ?? 0
  return first === 0 ? turns : [first, ...turns.filter(turn => turn !== first)]
}

async function turned(
  source: PageSource,
  page: PageOnDisk,
  turn: QuarterRotation,
  { isEnhanced }: ReadingOptions,
): Promise<PageOnDisk> {
  if (turn === 0) return page
  return source.prepare({ isEnhanced, turn: ((page.geometry.turn + turn) % 360) as QuarterRotation })
}

async function lookAtScripts(reader: TesseractReader, soFar: Look, page: PageOnDisk): Promise<Look> {
  let best = soFar
  for (const name of usualScripts) {
    best = better(best, await lookBest(reader, page, scripts[name]))
    if (isReadable(best.quality)) return best
  }
  return best
}

async function languagesOf(reader: TesseractReader, look: Look): Promise<readonly string[]> {
  const { script } = look
  // Each of these was read and the surest has won: identification cannot tell simplified from traditional.
  if (script.firstLooks.length > 1) return look.languages
  const named = await nameLanguage(reader, look.words, script)
  if (script !== scripts.Latin || (named && named.likelihood >= sureLikelihood))
    return [named?.pack ?? usualPack(look)]
  if (!reader.installed.has('Latin') || look.quality.characters < 40) return [named?.pack ?? usualPack(look)]
  const words = await reader.read(look.page.samplePath, {
    languages: ['Latin'],
    dpi: look.page.dpi,
    isLook: true,
  })
  return [(await nameLanguage(reader, words, script))?.pack ?? named?.pack ?? usualPack(look)]
}

function usualPack({ script, languages }: Look): string {
  return script.languages?.[0] ?? languages[0] ?? 'eng'
}
