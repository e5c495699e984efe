/** Detects the rotation, script and languages of a page from trial OCR passes over a sample of it. */
import type { Orientation } from '../../tesseract/detect-orientation.ts'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { Segmentation } from '../../tesseract/recognize-words.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import { choosePack, confidentLikelihood } from '../languages/choose-pack.ts'
import { fallbackScripts, type Script, scriptNamed, scripts } from '../languages/scripts.ts'
import type { PageOnDisk, PageSource } from './page-source.ts'
import { isReadable, isSure, type Quality, qualityOf } from './quality.ts'
import { sidewaysRotation } from './sideways-rotation.ts'
import type { TesseractReader } from './tesseract-reader.ts'

export interface ReadingOptions {
  readonly isEnhanced: boolean
  readonly detectsLanguage: boolean
  /** Used when language detection is off. */
  readonly languages: readonly string[]
}

export interface PageDetection {
  readonly page: PageOnDisk
  readonly languages: readonly string[]
  /** Words of the whole page if a trial pass already recognized it in these languages. */
  readonly words?: readonly TesseractWord[]
}

interface TrialPass {
  readonly page: PageOnDisk
  readonly script: Script
  readonly languages: readonly string[]
  readonly words: readonly TesseractWord[]
  readonly quality: Quality
  readonly segmentation: Segmentation
}

/** Below this, Tesseract's rotation estimate is a guess. */
const minRotationConfidence = 4
/** Pages with more letters than this and still no known script do not contain text. */
const maxLettersToGuess = 1200
const minCharacters = 8

export async function detectRotationAndLanguages(
  reader: TesseractReader,
  source: PageSource,
  page: PageOnDisk,
  options: ReadingOptions,
): Promise<PageDetection> {
  const guess = options.detectsLanguage ? scripts.Latin : givenScript(options)
  const first = await bestTrial(reader, page, guess, 'page')
  const sideways = options.isEnhanced ? sidewaysRotation(first.words) : 0
  const upright =
    sideways === 0
      ? first
      : await bestTrial(reader, await rotated(source, page, sideways, options), guess, 'page')
  const trial = isReadable(upright.quality)
    ? upright
    : await tryRotationsAndScripts(reader, source, first, options, guess)
  const languages = options.detectsLanguage ? await languagesOf(reader, trial) : options.languages
  const isSame = trial.segmentation === 'page' && languages.join() === trial.languages.join()
  const isWhole = trial.page.isSampleWhole && isSame
  return { page: trial.page, languages, ...(isWhole && { words: trial.words }) }
}

function givenScript({ languages }: ReadingOptions): Script {
  return { trialPacks: [languages.join('+')] }
}

/** Block segmentation finds more text in some scripts; column order does not matter for a trial pass. */
async function bestTrial(
  reader: TesseractReader,
  page: PageOnDisk,
  script: Script,
  segmentation: Segmentation = 'block',
): Promise<TrialPass> {
  const trials: TrialPass[] = []
  for (const pack of script.trialPacks) {
    const languages = pack.split('+').filter(language => reader.installed.has(language))
    if (languages.length === 0) continue
    const words = await reader.read(page.samplePath, {
      languages,
      dpi: page.dpi,
      segmentation,
      isTrial: true,
    })
    const quality = qualityOf(words)
    trials.push({ page, script, languages, words, quality, segmentation })
    if (isSure(quality)) break
  }
  const nothing: TrialPass = {
    page,
    script,
    languages: [...script.trialPacks],
    words: [],
    quality: qualityOf([]),
    segmentation,
  }
  return trials.reduce(better, nothing)
}

function better(one: TrialPass, other: TrialPass): TrialPass {
  return other.quality.score > one.quality.score || one.words.length === 0 ? other : one
}

/** The page is unreadable as is: it may be rotated or in another script. */
async function tryRotationsAndScripts(
  reader: TesseractReader,
  source: PageSource,
  first: TrialPass,
  options: ReadingOptions,
  guess: Script,
): Promise<TrialPass> {
  const detected = await reader.orient(first.page.samplePath, first.page.dpi)
  const script = (detected && options.detectsLanguage && scriptNamed(detected.script)) || guess
  const trial = async (rotation: QuarterRotation) =>
    bestTrial(reader, await rotated(source, first.page, rotation, options), script)
  const isRotationSure = detected !== undefined && detected.rotationConfidence >= minRotationConfidence
  const rotation = options.isEnhanced && isRotationSure ? detected.rotation : 0
  let best = first
  if (rotation !== 0 || script !== guess) best = better(best, await trial(rotation))
  if (isReadable(best.quality)) return best
  const tryOtherRotations = async () => {
    if (isRotationSure || !options.isEnhanced) return
    for (const other of otherRotations(detected)) {
      if (isReadable(best.quality)) return
      best = better(best, await trial(other))
    }
  }
  const tryOtherScripts = async () => {
    const isTextLikely =
      first.page.letterCount <= maxLettersToGuess && first.quality.characters >= minCharacters
    if (options.detectsLanguage && isTextLikely && !isReadable(best.quality))
      best = await tryFallbackScripts(reader, best, await rotated(source, first.page, rotation, options))
  }
  // If the detected script is the one already tried, a rotated page is more likely than another script.
  for (const attempt of script === guess
    ? [tryOtherRotations, tryOtherScripts]
    : [tryOtherScripts, tryOtherRotations])
    await attempt()
  return best
}

/** The detected rotation first, then upside down, which is the most frequent. */
function otherRotations(detected: Orientation | undefined): QuarterRotation[] {
  const rotations: QuarterRotation[] = [180, 90, 270]
  const first = detected?.rotation ?? 0
  return first === 0 ? rotations : [first, ...rotations.filter(rotation => rotation !== first)]
}

async function rotated(
  source: PageSource,
  page: PageOnDisk,
  rotation: QuarterRotation,
  { isEnhanced }: ReadingOptions,
): Promise<PageOnDisk> {
  if (rotation === 0) return page
  return source.prepare({
    isEnhanced,
    rotation: ((page.geometry.rotation + rotation) % 360) as QuarterRotation,
  })
}

async function tryFallbackScripts(
  reader: TesseractReader,
  soFar: TrialPass,
  page: PageOnDisk,
): Promise<TrialPass> {
  let best = soFar
  for (const name of fallbackScripts) {
    best = better(best, await bestTrial(reader, page, scripts[name]))
    if (isReadable(best.quality)) return best
  }
  return best
}

async function languagesOf(reader: TesseractReader, trial: TrialPass): Promise<readonly string[]> {
  const { script } = trial
  // All packs were tried and the most confident won: fastText cannot distinguish simplified from traditional Chinese.
  if (script.trialPacks.length > 1) return trial.languages
  const choice = await choosePack(reader, trial.words, script)
  if (script !== scripts.Latin || (choice && choice.likelihood >= confidentLikelihood))
    return [choice?.pack ?? fallbackPack(trial)]
  if (!reader.installed.has('Latin') || trial.quality.characters < 40)
    return [choice?.pack ?? fallbackPack(trial)]
  const words = await reader.read(trial.page.samplePath, {
    languages: ['Latin'],
    dpi: trial.page.dpi,
    isTrial: true,
  })
  return [(await choosePack(reader, words, script))?.pack ?? choice?.pack ?? fallbackPack(trial)]
}

function fallbackPack({ script, languages }: TrialPass): string {
  return script.languages?.[0] ?? languages[0] ?? 'eng'
}
