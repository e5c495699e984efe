/** Finds out which way up a page is and what it is written in, from a few of its lines. */
import type { Orientation } from '../../tesseract/detect-orientation.ts'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { Segmentation } from '../../tesseract/read-words.ts'
import { nameLanguage, sureLikelihood } from '../languages/name-languages.ts'
import { type Script, scriptNamed, scripts, usualScripts } from '../languages/scripts.ts'
import type { QuarterTurn } from '../picture/page-picture.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isReadable, isSure, type Quality, qualityOf } from './quality.ts'
import type { ReadingDesk } from './reading-desk.ts'
import { sidewaysTurn } from './sideways-turn.ts'

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
const sureTurnConfidence = 4
/** More letters than this, and still no script: it is no text. */
const mostLettersToGuess = 1200
const fewestCharacters = 8

export async function findOut(
  desk: ReadingDesk,
  source: PageSource,
  page: PageOnDisk,
  options: ReadingOptions,
): Promise<Finding> {
  const guess = options.detectsLanguage ? scripts.Latin : givenScript(options)
  const first = await lookBest(desk, page, guess, 'page')
  const aside = options.isEnhanced ? sidewaysTurn(first.words) : 0
  const upright =
    aside === 0 ? first : await lookBest(desk, await turned(source, page, aside, options), guess, 'page')
  const look = isReadable(upright.quality)
    ? upright
    : await lookElsewhere(desk, source, first, options, guess)
  const languages = options.detectsLanguage ? await languagesOf(desk, look) : options.languages
  const isSame = look.segmentation === 'page' && languages.join() === look.languages.join()
  const isWhole = look.page.isSampleWhole && isSame
  return { page: look.page, languages, ...(isWhole && { words: look.words }) }
}

function givenScript({ languages }: ReadingOptions): Script {
  return { firstLooks: [languages.join('+')] }
}

/** Taken for one block, more of some scripts is found; for a look the order of columns does not matter. */
async function lookBest(
  desk: ReadingDesk,
  page: PageOnDisk,
  script: Script,
  segmentation: Segmentation = 'block',
): Promise<Look> {
  const looks: Look[] = []
  for (const pack of script.firstLooks) {
    const languages = pack.split('+').filter(language => desk.installed.has(language))
    if (languages.length === 0) continue
    const words = await desk.read(page.samplePath, { languages, dpi: page.dpi, segmentation, isLook: true })
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
  desk: ReadingDesk,
  source: PageSource,
  first: Look,
  options: ReadingOptions,
  guess: Script,
): Promise<Look> {
  const told = await desk.orient(first.page.samplePath, first.page.dpi)
  const script = (told && options.detectsLanguage && scriptNamed(told.script)) || guess
  const look = async (turn: QuarterTurn) =>
    lookBest(desk, await turned(source, first.page, turn, options), script)
  const isTurnSure = told !== undefined && told.turnConfidence >= sureTurnConfidence
  const turn = options.isEnhanced && isTurnSure ? told.turn : 0
  let best = first
  if (turn !== 0 || script !== guess) best = better(best, await look(turn))
  if (isReadable(best.quality)) return best
  const atOtherTurns = async () => {
    if (isTurnSure || !options.isEnhanced) return
    for (const other of otherTurns(told)) {
      if (isReadable(best.quality)) return
      best = better(best, await look(other))
    }
  }
  const inOtherScripts = async () => {
    const isTextLikely =
      first.page.letterCount <= mostLettersToGuess && first.quality.characters >= fewestCharacters
    if (options.detectsLanguage && isTextLikely && !isReadable(best.quality))
      best = await lookAtScripts(desk, best, await turned(source, first.page, turn, options))
  }
  // What is told to be in the script it was read in is more likely upside down.
  for (const tryOn of script === guess ? [atOtherTurns, inOtherScripts] : [inOtherScripts, atOtherTurns])
    await tryOn()
  return best
}

/** The one that was told first, then upside down, which happens most. */
function otherTurns(told: Orientation | undefined): QuarterTurn[] {
  const turns: QuarterTurn[] = [180, 90, 270]
  const first = told?.turn ?? 0
  return first === 0 ? turns : [first, ...turns.filter(turn => turn !== first)]
}

async function turned(
  source: PageSource,
  page: PageOnDisk,
  turn: QuarterTurn,
  { isEnhanced }: ReadingOptions,
): Promise<PageOnDisk> {
  if (turn === 0) return page
  return source.prepare({ isEnhanced, turn: ((page.geometry.turn + turn) % 360) as QuarterTurn })
}

async function lookAtScripts(desk: ReadingDesk, soFar: Look, page: PageOnDisk): Promise<Look> {
  let best = soFar
  for (const name of usualScripts) {
    best = better(best, await lookBest(desk, page, scripts[name]))
    if (isReadable(best.quality)) return best
  }
  return best
}

async function languagesOf(desk: ReadingDesk, look: Look): Promise<readonly string[]> {
  const { script } = look
  // Each of these was read and the surest has won: identification cannot tell simplified from traditional.
  if (script.firstLooks.length > 1) return look.languages
  const named = await nameLanguage(desk, look.words, script)
  if (script !== scripts.Latin || (named && named.likelihood >= sureLikelihood))
    return [named?.pack ?? usualPack(look)]
  if (!desk.installed.has('Latin') || look.quality.characters < 40) return [named?.pack ?? usualPack(look)]
  const words = await desk.read(look.page.samplePath, {
    languages: ['Latin'],
    dpi: look.page.dpi,
    isLook: true,
  })
  return [(await nameLanguage(desk, words, script))?.pack ?? named?.pack ?? usualPack(look)]
}

function usualPack({ script, languages }: Look): string {
  return script.languages?.[0] ?? languages[0] ?? 'eng'
}
