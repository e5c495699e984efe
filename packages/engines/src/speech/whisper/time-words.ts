/** Finds out when each word of a window was said, by asking the model what time it is behind every one of them. */
import { alignWords } from './align-words.ts'
import type { Heard, WhisperModel } from './load-model.ts'
import { logSum } from './probabilities.ts'
import type { HeardWord } from './read-words.ts'

export interface TimedWord extends HeardWord {
  /** From the beginning of the window. */
  readonly startSeconds: number
  readonly endSeconds: number
  /** The model would rather say what time it is than go on: something ends here. */
  readonly isClosing: boolean
}

export interface WordsToTime {
  readonly heard: Heard
  /** The tokens that begin a window. */
  readonly beginning: readonly number[]
  readonly text: readonly number[]
  readonly words: readonly HeardWord[]
  /** For every fiftieth of a second of the window. */
  readonly isActive: Uint8Array
}

const stepSeconds = 0.02

export async function timeWords(
  model: WhisperModel,
  { heard, beginning, text, words, isActive }: WordsToTime,
): Promise<readonly TimedWord[]> {
  const { firstTimestamp } = model.files.tokens
  const before = [...beginning, firstTimestamp]
  // One look at the whole text instead of one a token: what comes later does not change what came before.
  const { scores } = await model.begin(heard, [...before, ...text])
  const signs = words.map(({ tokens }) => {
    const row = (before.length + tokens.until - 1) * model.scoresPerToken
    return readSigns(scores.subarray(row, row + model.scoresPerToken), firstTimestamp, isActive.length)
  })
  const aligned = words.map(({ text: word }, index) => ({
    text: word,
    endLikelihoods: signs[index]?.likelihoods ?? new Float32Array(0),
  }))
  const spans = alignWords(aligned, isActive)
  return words.map((word, index) => ({
    ...word,
    startSeconds: (spans[index]?.from ?? 0) * stepSeconds,
    endSeconds: (spans[index]?.until ?? 0) * stepSeconds,
    isClosing: signs[index]?.isClosing ?? false,
  }))
}

/** All times together against the best single piece of text: one moment is spread over many neighbours. */
function readSigns(scores: Float32Array, firstTimestamp: number, steps: number) {
  const times = scores.subarray(firstTimestamp, firstTimestamp + steps + 1)
  const whole = logSum(times)
  let bestText = Number.NEGATIVE_INFINITY
  for (let token = 0; token < firstTimestamp; token += 1)
    bestText = Math.max(bestText, scores[token] as number)
  return { likelihoods: times.map(score => score - whole), isClosing: whole > bestText }
}
