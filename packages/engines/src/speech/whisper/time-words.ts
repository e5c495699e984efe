/** Determines word times from the timestamp probabilities after each word. */
import { alignWords } from './align-words.ts'
import type { EncoderOutput, WhisperModel } from './load-whisper-model.ts'
import { logSumExp } from './probabilities.ts'
import type { DecodedWord } from './split-words.ts'

export interface TimedWord extends DecodedWord {
  /** From the start of the window. */
  readonly startSeconds: number
  readonly endSeconds: number
  /** A timestamp is more likely than text after it: a segment ends here. */
  readonly endsSegment: boolean
}

export interface WordsToTime {
  readonly encoded: EncoderOutput
  /** Prompt tokens of the window. */
  readonly prompt: readonly number[]
  readonly text: readonly number[]
  readonly words: readonly DecodedWord[]
  /** Voice activity per 20 ms frame. */
  readonly isActive: Uint8Array
}

const stepSeconds = 0.02

export async function timeWords(
  model: WhisperModel,
  { encoded, prompt, text, words, isActive }: WordsToTime,
): Promise<readonly TimedWord[]> {
  const { firstTimestamp } = model.files.tokens
  const before = [...prompt, firstTimestamp]
  // A single decoder run scores all positions, because attention is causal.
  const { scores } = await model.startDecoding(encoded, [...before, ...text])
  const cues = words.map(({ tokens }) => {
    const row = (before.length + tokens.until - 1) * model.scoresPerToken
    return readCues(scores.subarray(row, row + model.scoresPerToken), firstTimestamp, isActive.length)
  })
  const aligned = words.map(({ text: word }, index) => ({
    text: word,
    endLikelihoods: cues[index]?.likelihoods ?? new Float32Array(0),
  }))
  const spans = alignWords(aligned, isActive)
  return words.map((word, index) => ({
    ...word,
    startSeconds: (spans[index]?.from ?? 0) * stepSeconds,
    endSeconds: (spans[index]?.until ?? 0) * stepSeconds,
    endsSegment: cues[index]?.endsSegment ?? false,
  }))
}

/** Compares all timestamps together with the best text token, because probability spreads over neighboring timestamps. */
function readCues(scores: Float32Array, firstTimestamp: number, steps: number) {
  const times = scores.subarray(firstTimestamp, firstTimestamp + steps + 1)
  const whole = logSumExp(times)
  let bestText = Number.NEGATIVE_INFINITY
  for (let token = 0; token < firstTimestamp; token += 1)
    bestText = Math.max(bestText, scores[token] as number)
  return { likelihoods: times.map(score => score - whole), endsSegment: whole > bestText }
}
