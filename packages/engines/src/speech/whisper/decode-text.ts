/** Writes down one window of sound once, at a given temperature, and notes how sure the model was. */
import type { Heard, TextState, WhisperModel } from './load-model.ts'
import { draw, likeliest, logSum, probabilityOf } from './probabilities.ts'
import { isLooping } from './repetition.ts'

export interface DecodedText {
  /** Without what begins and ends it. */
  readonly tokens: readonly number[]
  /** Of each of these. */
  readonly logProbabilities: readonly number[]
  /** Of all of them and the end. */
  readonly meanLogProbability: number
  readonly hasLooped: boolean
  /** That a note such as [music] would have come first, if notes were allowed. */
  readonly noteProbability: number
}

export interface Decoding {
  readonly heard: Heard
  /** After the tokens that begin a window. */
  readonly start: TextState
  /** Zero always takes the likeliest. */
  readonly temperature: number
  readonly random: () => number
  readonly maxTokens: number
  /** How many tokens there are by now. */
  readonly onToken: (count: number) => void
}

const never = Number.NEGATIVE_INFINITY

export async function decodeText(model: WhisperModel, decoding: Decoding): Promise<DecodedText> {
  const { heard, start, temperature, random, maxTokens, onToken } = decoding
  const { end, unspoken, notFirst } = model.files.tokens
  const tokens: number[] = []
  const logProbabilities: number[] = []
  let sum = 0
  let hasLooped = false
  let noteProbability = 0
  let state = start
  for (;;) {
    const scores = lastScores(state, model.scoresPerToken)
    if (tokens.length === 0) noteProbability = probabilityOf(scores, unspoken)
    for (const token of tokens.length === 0 ? [...unspoken, ...notFirst] : unspoken) scores[token] = never
    // Everything behind the end of a text steers the model, or is a time, and is no text.
    scores.fill(never, end + 1)
    const token = temperature === 0 ? likeliest(scores) : draw(scores, temperature, random)
    const logProbability = (scores[token] as number) - logSum(scores)
    sum += logProbability
    if (token === end) break
    tokens.push(token)
    logProbabilities.push(logProbability)
    onToken(tokens.length)
    hasLooped = isLooping(tokens)
    if (hasLooped || tokens.length >= maxTokens) break
    state = await model.proceed(heard, state, token, state === start)
  }
  return {
    tokens,
    logProbabilities,
    meanLogProbability: sum / (tokens.length + 1),
    hasLooped,
    noteProbability,
  }
}

/** A copy: several decodings may start from the same state. */
function lastScores(state: TextState, scoresPerToken: number): Float32Array {
  return state.scores.slice(state.scores.length - scoresPerToken)
}
