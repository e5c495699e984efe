/** Detects hallucinated segments: text that the model would also produce for silence. */
import type { WindowSegment } from './cut-segments.ts'
import type { TokenRange } from './split-words.ts'

/** Model probabilities for the window as a whole. */
export interface WindowConfidence {
  /** That it contains no speech. */
  readonly noSpeechProbability: number
  /** That an annotation such as [music] describes it better. */
  readonly noteProbability: number
  readonly meanLogProbability: number
}

const minClearTokens = 8

/** Clear speech needs no verification; short segments such as "Thank you." are typical hallucinations. */
export function needsVerification(
  confidence: WindowConfidence,
  segments: readonly Pick<WindowSegment, 'tokens'>[],
): boolean {
  return (
    nonSpeechProbability(confidence) > 0.15 ||
    confidence.meanLogProbability < -0.6 ||
    segments.some(({ tokens }) => tokens.until - tokens.from < minClearTokens)
  )
}

/** Of the tokens of one segment. */
export interface SegmentEvidence {
  /** Mean log probability given the audio. */
  readonly likelihood: number
  /** Mean log probability gain over silence. */
  readonly gain: number
  readonly tokens: number
}

/**
 * Measured on 60 audio files (decision record 23): the gain of speech is at least 2.2. Music, noise and animals reach 1.1 over
 * many tokens; higher values only occur for exclamations like "Woo!", which have few and unlikely tokens.
 */
const clearGain = 1.5
const clearTotalGain = 20
const minScore = 0.5

export function isSupportedByAudio(
  { likelihood, gain, tokens }: SegmentEvidence,
  confidence: WindowConfidence,
): boolean {
  if (gain >= clearGain && gain * tokens >= clearTotalGain) return true
  return gain + 2 * likelihood - 4 * nonSpeechProbability(confidence) >= minScore
}

function nonSpeechProbability({ noSpeechProbability, noteProbability }: WindowConfidence): number {
  return Math.max(noSpeechProbability, noteProbability)
}

export function evidenceOf(
  { from, until }: TokenRange,
  withAudio: readonly number[],
  inSilence: readonly number[],
): SegmentEvidence {
  let [likelihood, gain] = [0, 0]
  for (let index = from; index < until; index += 1) {
    const withAudioHere = withAudio[index] ?? 0
    likelihood += withAudioHere
    gain += withAudioHere - (inSilence[index] ?? 0)
  }
  const tokens = until - from
  const count = Math.max(1, tokens)
  return { likelihood: likelihood / count, gain: gain / count, tokens }
}
