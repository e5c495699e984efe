/** Writes down one window of sound: tries again where the model stumbled, and leaves out what it only made up. */
import { cutSegments, type HeardSegment } from './cut-segments.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import { evidenceOf, isDoubtful, wasHeard } from './drop-hallucinations.ts'
import type { Heard, TextState, WhisperModel } from './load-model.ts'
import { melSpectrogram, sampleRateHz } from './mel-spectrogram.ts'
import { hasPassedOver } from './passed-over.ts'
import { createRandom, probabilityOf } from './probabilities.ts'
import { readWords } from './read-words.ts'
import { compressionRatio, withoutLoop } from './repetition.ts'
import { type TimedWord, timeWords } from './time-words.ts'
import { plainRules, type TokenRules, timedRules } from './token-rules.ts'
import { scoreInSilence } from './weigh-evidence.ts'

export interface WindowText {
  readonly segments: readonly HeardSegment[]
  /** Segments that were left out because nobody said them. */
  readonly hallucinations: number
}

/** Daring a little more each time; what goes on for ever at one of them mostly ends at the next. */
const temperatures = [0, 0.2, 0.4, 0.6, 0.8]
const leastMeanLogProbability = -1
const mostCompression = 2.4
const listeningGain = 0.3
/** Somebody who writes so much more has heard something that the other passed over. */
const passedOverFactor = 1.1
const passedOverTokens = 3

/** Of the work on a window: hearing it, and writing all of it. */
const listenedShare = 0.3
const writtenShare = 0.6
const usualTokensPerSecond = 4

/** The model writes Chinese in either script, as it happens; who was written down in one goes on in it. */
const earlierText: Readonly<Record<string, string>> = { zh: '以下是普通话的句子，用简体中文。' }

interface Listened {
  readonly heard: Heard
  /** The tokens that begin the window, whether times are asked for or not. */
  readonly beginning: readonly number[]
  /** Behind these, without times: the model writes better when it does not have to tell them. */
  readonly start: TextState
  readonly noSpeechProbability: number
  readonly isActive: Uint8Array
  readonly onToken: (count: number) => void
}

export interface WindowAudio {
  readonly samples: Float32Array
  /** For every fiftieth of a second, whether somebody may be speaking. */
  readonly isActive: Uint8Array
  readonly language: string
  /** How much of the work is done, up to 1; may go back. */
  readonly onShare: (share: number) => void
}

export async function writeWindow(model: WhisperModel, sound: WindowAudio): Promise<WindowText> {
  const listened = await listen(model, sound)
  let best: Try | undefined
  for (const temperature of temperatures) {
    const one = await attempt(model, listened, temperature)
    if (best === undefined || badness(one) < badness(best)) best = one
    if (!isBad(one)) break
    // Music and noise stay what they are, however often they are tried.
    const result = await dropHallucinations(model, listened, best)
    if (result.segments.length === 0) return result
  }
  return best === undefined
    ? { segments: [], hallucinations: 0 }
    : await dropHallucinations(model, listened, best)
}

async function listen(
  model: WhisperModel,
  { samples, isActive, language, onShare }: WindowAudio,
): Promise<Listened> {
  const { tokens, vocabulary, melBands } = model.files
  const spoken = tokens.languages[language]
  if (spoken === undefined) throw new Error(`This model does not know the language ${language}.`)
  const heard = await model.hear(melSpectrogram(samples, melBands))
  const earlier = earlierText[language]
  const context = earlier === undefined ? [] : [tokens.earlier, ...vocabulary.tokensOf(earlier)]
  const beginning = [...context, tokens.start, spoken, tokens.transcribe]
  const start = await model.begin(heard, [...beginning, tokens.noTimestamps])
  onShare(listenedShare)
  const firstRow = context.length * model.scoresPerToken
  const first = start.scores.subarray(firstRow, firstRow + model.scoresPerToken)
  const usualTokens = 1 + (samples.length / sampleRateHz) * usualTokensPerSecond
  return {
    heard,
    beginning,
    start,
    noSpeechProbability: probabilityOf(first, [tokens.noSpeech]),
    isActive,
    // Nobody knows how much is said before it is written: the more there is, the slower it goes on.
    onToken: count => onShare(listenedShare + writtenShare * (1 - Math.exp(-count / usualTokens))),
  }
}

interface Try extends DecodedText {
  readonly isRepeating: boolean
  /** Without the rounds of a loop. */
  readonly text: readonly number[]
  readonly words: readonly TimedWord[]
}

/** Without times the model writes better; with them it passes over less, because it has to say where it is. */
async function attempt(model: WhisperModel, listened: Listened, temperature: number): Promise<Try> {
  const { tokens } = model.files
  const plain = await read(model, listened, listened.start, plainRules(tokens), temperature)
  const isEnough = !isBad(plain) && !hasPassedOver(plain.words, listened.isActive)
  if (temperature > 0 || isEnough) return plain
  const start = await model.begin(listened.heard, listened.beginning)
  const lastTimestamp = tokens.firstTimestamp + listened.isActive.length
  const timed = await read(model, listened, start, timedRules(tokens, lastTimestamp), temperature)
  const isMore = timed.tokens.length > passedOverFactor * plain.tokens.length + passedOverTokens
  const isBetter = isBad(plain) ? badness(timed) < badness(plain) : isMore && !isBad(timed)
  return isBetter ? { ...timed, noteProbability: plain.noteProbability } : plain
}

async function read(
  model: WhisperModel,
  listened: Listened,
  start: TextState,
  rules: TokenRules,
  temperature: number,
): Promise<Try> {
  const { vocabulary, maxTokens } = model.files
  const decoded = await decodeText(model, {
    ...listened,
    start,
    rules,
    temperature,
    random: createRandom(Math.round(temperature * 10)),
    maxTokens: maxTokens - listened.beginning.length - 1,
  })
  const isDense = compressionRatio(vocabulary.textOf(decoded.tokens)) > mostCompression
  const isRepeating = isDense && (await isMadeOfItself(model, listened, decoded))
  const text = decoded.hasLooped ? withoutLoop(decoded.tokens) : decoded.tokens
  const words = readWords(vocabulary, text)
  const timed = words.length === 0 ? [] : await timeWords(model, { ...listened, text, words })
  return { ...decoded, isRepeating, text, words: timed }
}

/** Somebody may say much the same again and again; a model that does so by itself no longer listens while it does. */
async function isMadeOfItself(
  model: WhisperModel,
  { beginning }: Listened,
  { tokens, logProbabilities }: DecodedText,
): Promise<boolean> {
  const inSilence = await scoreInSilence(model, beginning, tokens)
  const laterHalf = { from: Math.floor(tokens.length / 2), until: tokens.length }
  return evidenceOf(laterHalf, logProbabilities, inSilence).gain < listeningGain
}

function isBad({ hasLooped, isRepeating, meanLogProbability }: Try): boolean {
  return hasLooped || isRepeating || meanLogProbability < leastMeanLogProbability
}

function badness({ hasLooped, isRepeating, meanLogProbability }: Try): number {
  return (hasLooped || isRepeating ? 100 : 0) - meanLogProbability
}

async function dropHallucinations(model: WhisperModel, listened: Listened, one: Try): Promise<WindowText> {
  if (one.words.length === 0) return { segments: [], hallucinations: 0 }
  const segments = cutSegments(one.words)
  const signs = { ...one, noSpeechProbability: listened.noSpeechProbability }
  if (!isDoubtful(signs, segments)) return { segments, hallucinations: 0 }
  const inSilence = await scoreInSilence(model, listened.beginning, one.text)
  const real = segments.filter(segment =>
    wasHeard(evidenceOf(segment.tokens, one.logProbabilities, inSilence), signs),
  )
  return { segments: real, hallucinations: segments.length - real.length }
}
