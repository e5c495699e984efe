/** Transcribes one window with temperature fallback and drops hallucinated segments. */

import { weightOf } from './align-words.ts'
import { cutSegments, type WindowSegment } from './cut-segments.ts'
import { evidenceOf, isSupportedByAudio, needsVerification } from './drop-hallucinations.ts'
import type { DecoderState, EncoderOutput, WhisperModel } from './load-whisper-model.ts'
import { melSpectrogram, whisperSampleRateHz } from './mel-spectrogram.ts'
import { argmax, createRandom, logSumExp, probabilityOf, sample } from './probabilities.ts'
import { compressionRatio, isLooping, withoutLoop } from './repetition.ts'
import { splitWords } from './split-words.ts'
import { type TimedWord, timeWords } from './time-words.ts'
import { plainRules, type TokenRules, timedRules } from './token-rules.ts'

/** Scores a text against silence, to distinguish recognized speech from hallucinations. */
const silences = new WeakMap<WhisperModel, Promise<EncoderOutput>>()

function silenceOf(model: WhisperModel): Promise<EncoderOutput> {
  const existing = silences.get(model)
  if (existing !== undefined) return existing
  const silence = model.encode(melSpectrogram(new Float32Array(whisperSampleRateHz), model.files.melBands))
  silences.set(model, silence)
  return silence
}

/** Log probability of each token given silent audio. */
async function scoreInSilence(
  model: WhisperModel,
  prompt: readonly number[],
  text: readonly number[],
): Promise<readonly number[]> {
  const { end, noTimestamps, suppressed } = model.files.tokens
  const before = [...prompt, noTimestamps]
  // A single decoder run scores all positions, because attention is causal.
  const { scores } = await model.startDecoding(await silenceOf(model), [...before, ...text])
  return text.map((token, index) => {
    const row = (before.length - 1 + index) * model.scoresPerToken
    const spoken = scores.slice(row, row + end)
    for (const suppressedToken of suppressed) spoken[suppressedToken] = Number.NEGATIVE_INFINITY
    return (spoken[token] as number) - logSumExp(spoken)
  })
}

export interface WindowText {
  readonly segments: readonly WindowSegment[]
  /** Number of dropped segments. */
  readonly hallucinations: number
}

/** Temperature fallback: a loop at one temperature usually ends at the next. */
const temperatures = [0, 0.2, 0.4, 0.6, 0.8]
const minMeanLogProbability = -1
const maxCompressionRatio = 2.4
const minAudioGain = 0.3
/** A timed attempt with this many more tokens contains speech that the plain one skipped. */
const skippedFactor = 1.1
const skippedTokens = 3

/** Progress shares of encoding and decoding. */
const encodedShare = 0.3
const decodedShare = 0.6
const typicalTokensPerSecond = 4

/** Previous-text prompt: keeps Whisper from switching between simplified and traditional Chinese. */
const previousTexts: Readonly<Record<string, string>> = { zh: '以下是普通话的句子，用简体中文。' }

interface EncodedWindow {
  readonly encoded: EncoderOutput
  /** Prompt tokens without the timestamp mode. */
  readonly prompt: readonly number[]
  /** State after the prompt in no-timestamps mode, in which the text is more accurate. */
  readonly start: DecoderState
  readonly noSpeechProbability: number
  readonly isActive: Uint8Array
  readonly onToken: (count: number) => void
}

export interface WindowAudio {
  readonly samples: Float32Array
  /** Voice activity per 20 ms frame. */
  readonly isActive: Uint8Array
  readonly language: string
  /** Progress up to 1; may decrease. */
  readonly onShare: (share: number) => void
}

export async function transcribeWindow(model: WhisperModel, audio: WindowAudio): Promise<WindowText> {
  const encodedWindow = await encodeWindow(model, audio)
  let best: Attempt | undefined
  for (const temperature of temperatures) {
    const candidate = await attempt(model, encodedWindow, temperature)
    if (best === undefined || penalty(candidate) < penalty(best)) best = candidate
    if (!isBad(candidate)) break
    // Stop early if everything is a hallucination: further attempts cannot turn music or noise into speech.
    const result = await dropHallucinations(model, encodedWindow, best)
    if (result.segments.length === 0) return result
  }
  return best === undefined
    ? { segments: [], hallucinations: 0 }
    : await dropHallucinations(model, encodedWindow, best)
}

async function encodeWindow(
  model: WhisperModel,
  { samples, isActive, language, onShare }: WindowAudio,
): Promise<EncodedWindow> {
  const { tokens, vocabulary, melBands } = model.files
  const spoken = tokens.languages[language]
  if (spoken === undefined) throw new Error(`This model does not know the language ${language}.`)
  const encoded = await model.encode(melSpectrogram(samples, melBands))
  const previousText = previousTexts[language]
  const context =
    previousText === undefined ? [] : [tokens.startOfPrevious, ...vocabulary.tokensOf(previousText)]
  const prompt = [...context, tokens.start, spoken, tokens.transcribe]
  const start = await model.startDecoding(encoded, [...prompt, tokens.noTimestamps])
  onShare(encodedShare)
  const firstRow = context.length * model.scoresPerToken
  const first = start.scores.subarray(firstRow, firstRow + model.scoresPerToken)
  const typicalTokens = 1 + (samples.length / whisperSampleRateHz) * typicalTokensPerSecond
  return {
    encoded,
    prompt,
    start,
    noSpeechProbability: probabilityOf(first, [tokens.noSpeech]),
    isActive,
    // The number of tokens is not known in advance, so progress approaches its maximum exponentially.
    onToken: count => onShare(encodedShare + decodedShare * (1 - Math.exp(-count / typicalTokens))),
  }
}

interface Attempt extends DecodedText {
  readonly isRepeating: boolean
  /** Without repeated rounds of a loop. */
  readonly text: readonly number[]
  readonly words: readonly TimedWord[]
}

/** Without timestamps the text is more accurate; with them the model skips less speech. */
async function attempt(
  model: WhisperModel,
  encodedWindow: EncodedWindow,
  temperature: number,
): Promise<Attempt> {
  const { tokens } = model.files
  const plain = await decode(model, encodedWindow, encodedWindow.start, plainRules(tokens), temperature)
  const isEnough = !isBad(plain) && !hasSkippedSpeech(plain.words, encodedWindow.isActive)
  if (temperature > 0 || isEnough) return plain
  const start = await model.startDecoding(encodedWindow.encoded, encodedWindow.prompt)
  const lastTimestamp = tokens.firstTimestamp + encodedWindow.isActive.length
  const timed = await decode(model, encodedWindow, start, timedRules(tokens, lastTimestamp), temperature)
  const hasMoreText = timed.tokens.length > skippedFactor * plain.tokens.length + skippedTokens
  const isBetter = isBad(plain) ? penalty(timed) < penalty(plain) : hasMoreText && !isBad(timed)
  return isBetter ? { ...timed, noteProbability: plain.noteProbability } : plain
}

async function decode(
  model: WhisperModel,
  encodedWindow: EncodedWindow,
  start: DecoderState,
  rules: TokenRules,
  temperature: number,
): Promise<Attempt> {
  const { vocabulary, maxTokens } = model.files
  const decoded = await decodeText(model, {
    ...encodedWindow,
    start,
    rules,
    temperature,
    random: createRandom(Math.round(temperature * 10)),
    maxTokens: maxTokens - encodedWindow.prompt.length - 1,
  })
  const isDense = compressionRatio(vocabulary.textOf(decoded.tokens)) > maxCompressionRatio
  const isRepeating = isDense && (await ignoresAudio(model, encodedWindow, decoded))
  const text = decoded.hasLooped ? withoutLoop(decoded.tokens) : decoded.tokens
  const words = splitWords(vocabulary, text)
  const timed = words.length === 0 ? [] : await timeWords(model, { ...encodedWindow, text, words })
  return { ...decoded, isRepeating, text, words: timed }
}

/** A speaker may repeat themselves; a looping model produces tokens that are as likely with silence. */
async function ignoresAudio(
  model: WhisperModel,
  { prompt }: EncodedWindow,
  { tokens, logProbabilities }: DecodedText,
): Promise<boolean> {
  const inSilence = await scoreInSilence(model, prompt, tokens)
  const laterHalf = { from: Math.floor(tokens.length / 2), until: tokens.length }
  return evidenceOf(laterHalf, logProbabilities, inSilence).gain < minAudioGain
}

function isBad({ hasLooped, isRepeating, meanLogProbability }: Attempt): boolean {
  return hasLooped || isRepeating || meanLogProbability < minMeanLogProbability
}

function penalty({ hasLooped, isRepeating, meanLogProbability }: Attempt): number {
  return (hasLooped || isRepeating ? 100 : 0) - meanLogProbability
}

async function dropHallucinations(
  model: WhisperModel,
  encodedWindow: EncodedWindow,
  candidate: Attempt,
): Promise<WindowText> {
  if (candidate.words.length === 0) return { segments: [], hallucinations: 0 }
  const segments = cutSegments(candidate.words)
  const confidence = { ...candidate, noSpeechProbability: encodedWindow.noSpeechProbability }
  if (!needsVerification(confidence, segments)) return { segments, hallucinations: 0 }
  const inSilence = await scoreInSilence(model, encodedWindow.prompt, candidate.text)
  const real = segments.filter(segment =>
    isSupportedByAudio(evidenceOf(segment.tokens, candidate.logProbabilities, inSilence), confidence),
  )
  return { segments: real, hallucinations: segments.length - real.length }
}

const framesPerSecond = 50
/** Longer speech must contain words. */
const maxSkippedSeconds = 2
const baseWordSeconds = 1
const maxPaceFactor = 3

/** Detects speech that the model skipped: active audio without words, or implausibly long words. */
export function hasSkippedSpeech(words: readonly TimedWord[], isActive: Uint8Array): boolean {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return false
  const spoken = (from: number, until: number) => {
    const frames = isActive.subarray(Math.round(from * framesPerSecond), Math.round(until * framesPerSecond))
    return frames.reduce((sum, active) => sum + active, 0) / framesPerSecond
  }
  if (spoken(0, first.startSeconds) > maxSkippedSeconds) return true
  if (spoken(last.endSeconds, isActive.length / framesPerSecond) > maxSkippedSeconds) return true
  const lengths = words.map(word => ({
    seconds: spoken(word.startSeconds, word.endSeconds),
    weight: weightOf(word.text),
  }))
  const paces = lengths.map(({ seconds, weight }) => seconds / weight).toSorted((a, b) => a - b)
  const medianPace = paces[Math.floor(paces.length / 2)] ?? 0
  return lengths.some(
    ({ seconds, weight }) => seconds > baseWordSeconds + maxPaceFactor * medianPace * weight,
  )
}

interface DecodedText {
  /** Text tokens only, without timestamps and control tokens. */
  readonly tokens: readonly number[]
  /** Per token. */
  readonly logProbabilities: readonly number[]
  /** Including the end token. */
  readonly meanLogProbability: number
  readonly hasLooped: boolean
  /** Probability that the text would start with an annotation such as [music], which is suppressed. */
  readonly noteProbability: number
}

interface DecodeOptions {
  readonly encoded: EncoderOutput
  /** After the prompt. */
  readonly start: DecoderState
  readonly rules: TokenRules
  /** 0 always selects the most likely token. */
  readonly temperature: number
  readonly random: () => number
  readonly maxTokens: number
  /** Called with the number of tokens so far. */
  readonly onToken: (count: number) => void
}

/** Decodes one window at a given temperature and records token probabilities. */
async function decodeText(model: WhisperModel, options: DecodeOptions): Promise<DecodedText> {
  const { encoded, start, rules, temperature, random, maxTokens, onToken } = options
  const { end, firstTimestamp, suppressed } = model.files.tokens
  const tokens: number[] = []
  const logProbabilities: number[] = []
  let sum = 0
  let hasLooped = false
  let noteProbability = 0
  let state = start
  for (;;) {
    const scores = lastScores(state, model.scoresPerToken)
    if (tokens.length === 0) noteProbability = probabilityOf(scores, suppressed)
    rules.apply(scores, tokens)
    const token = temperature === 0 ? argmax(scores) : sample(scores, temperature, random)
    const logProbability = (scores[token] as number) - logSumExp(scores)
    sum += logProbability
    if (token === end) break
    tokens.push(token)
    logProbabilities.push(logProbability)
    onToken(tokens.length)
    hasLooped = isLooping(tokens.filter(decoded => decoded < firstTimestamp))
    if (hasLooped || tokens.length >= maxTokens) break
    state = await model.continueDecoding(encoded, state, token, state === start)
  }
  const isText = tokens.map(token => token < firstTimestamp)
  return {
    tokens: tokens.filter((_, index) => isText[index]),
    logProbabilities: logProbabilities.filter((_, index) => isText[index]),
    meanLogProbability: sum / (tokens.length + 1),
    hasLooped,
    noteProbability,
  }
}

/** A copy, because several decodings may start from the same state. */
function lastScores(state: DecoderState, scoresPerToken: number): Float32Array {
  return state.scores.slice(state.scores.length - scoresPerToken)
}
