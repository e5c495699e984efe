/** Writes down one window of sound: tries again where the model stumbled, and leaves out what it only made up. */
import { type DecodedText, decodeText } from './decode-text.ts'
import { isDoubtful, wasHeard } from './leave-out-inventions.ts'
import type { WhisperModel } from './load-model.ts'
import { melSpectrogram, sampleRateHz, windowSeconds } from './mel-spectrogram.ts'
import { createRandom, probabilityOf } from './probabilities.ts'
import { type HeardSegment, readSegments } from './read-segments.ts'
import { compressionRatio, withoutLoop } from './repetition.ts'
import { createTokenRules } from './token-rules.ts'
import { weighEvidence } from './weigh-evidence.ts'

export interface WindowText {
  readonly segments: readonly HeardSegment[]
  /** Segments that were left out because nobody said them. */
  readonly inventions: number
}

/** Daring a little more each time; what goes on for ever at one of them mostly ends at the next. */
const temperatures = [0, 0.2, 0.4, 0.6, 0.8]
const leastMeanLogProbability = -1
const mostCompression = 2.4
const stepsPerSecond = 50

export async function writeWindow(
  model: WhisperModel,
  samples: Float32Array,
  language: string,
): Promise<WindowText> {
  const { files } = model
  const { tokens } = files
  const spoken = tokens.languages[language]
  if (spoken === undefined) throw new Error(`This model does not know the language ${language}.`)
  const heard = await model.hear(melSpectrogram(samples, files.melBands))
  const beginning = [tokens.start, spoken, tokens.transcribe]
  const start = await model.begin(heard, beginning)
  const noSpeechProbability = probabilityOf(start.scores.subarray(0, model.scoresPerToken), [tokens.noSpeech])
  const seconds = Math.min(windowSeconds, samples.length / sampleRateHz)
  const rules = createTokenRules(tokens, tokens.firstTimestamp + Math.ceil(seconds * stepsPerSecond))
  const decode = (temperature: number) =>
    decodeText(model, {
      heard,
      start,
      rules,
      temperature,
      random: createRandom(Math.round(temperature * 10) + samples.length),
      maxTokens: files.maxTokens - 4,
    })

  const tries: Try[] = []
  for (const temperature of temperatures) {
    const decoded = await decode(temperature)
    const text = files.vocabulary.textOf(decoded.tokens)
    const one = { ...decoded, temperature, ratio: compressionRatio(text) }
    tries.push(one)
    if (!isBad(one)) break
  }
  const best = tries.find(one => !isBad(one)) ?? tries.toSorted((a, b) => badness(a) - badness(b))[0]
  if (best === undefined) return { segments: [], inventions: 0 }
  const written = best.hasLooped ? withoutLoop(best.tokens) : best.tokens
  const segments = readSegments(files, written, best.logProbabilities, seconds)
  const signs = { ...best, noSpeechProbability }
  const textTokens = written.filter(token => token < tokens.firstTimestamp).length
  if (segments.length === 0 || !isDoubtful(signs, textTokens)) return { segments, inventions: 0 }
  const evidence = await weighEvidence(model, heard, beginning, written)
  const real = segments.filter(segment => wasHeard(evidence, segment.tokens, signs))
  return { segments: real, inventions: segments.length - real.length }
}

interface Try extends DecodedText {
  readonly temperature: number
  readonly ratio: number
}

function isBad({ hasLooped, ratio, meanLogProbability }: Try): boolean {
  return hasLooped || ratio > mostCompression || meanLogProbability < leastMeanLogProbability
}

function badness({ hasLooped, ratio, meanLogProbability }: Try): number {
  return (hasLooped ? 100 : 0) + Math.max(0, ratio - mostCompression) * 10 - meanLogProbability
}
