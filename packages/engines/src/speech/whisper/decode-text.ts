/** Writes down one window of sound once, at a given temperature, and notes how sure the model was. */
import type { Heard, TextState, WhisperModel } from './load-model.ts'
import { draw, likeliest, logSum, probabilityOf } from './probabilities.ts'
import { isLooping } from './repetition.ts'
import type { TokenRules } from './token-rules.ts'

export interface DecodedText {
  /** Without times, and without what begins and ends it. */
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
  readonly rules: TokenRules
  /** Zero always takes the likeliest. */
  readonly temperature: number
  readonly random: () => number
  readonly maxTokens: number
  /** How many tokens there are by now. */
  readonly onToken: (count: number) => void
}

export async function decodeText(model: WhisperModel, decoding: Decoding): Promise<DecodedText> {
  const { heard, start, rules, temperature, random, maxTokens, onToken } = decoding
  const { end, firstTimestamp, unspoken } = model.files.tokens
  const tokens: number[] = []
  const logProbabilities: number[] = []
  let sum = 0
  let hasLooped = false
  let noteProbability = 0
  let state = start
  for (;;) {
    const scores = lastScores(state, model.scoresPerToken)
    if (tokens.length === 0) noteProbability = probabilityOf(scores, unspoken)
    rules.apply(scores, tokens)
    const token = temperature === 0 ? likeliest(scores) : draw(scores, temperature, random)
    const logProbability = (scores[token] as number) - logSum(scores)
    sum += logProbability
    if (token === end) break
    tokens.push(token)
    logProbabilities.push(logProbability)
    onToken(tokens.length)
    hasLooped = isLooping(tokens.filter(piece => piece < firstTimestamp))
    if (hasLooped || tokens.length >= maxTokens) break
    state = await model.proceed(heard, state, token, state === start)
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

/** A copy: several decodings may start from the same state. */
function lastScores(state: TextState, scoresPerToken: number): Float32Array {
  return state.scores.slice(state.scores.length - scoresPerToken)
}
