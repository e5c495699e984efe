/** Decodes one window at a given temperature and records token probabilities. */
import type { DecoderState, EncoderOutput, WhisperModel } from './load-whisper-model.ts'
import { argmax, logSumExp, probabilityOf, sample } from './probabilities.ts'
import { isLooping } from './repetition.ts'
import type { TokenRules } from './token-rules.ts'

export interface DecodedText {
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

export interface DecodeOptions {
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

export async function decodeText(model: WhisperModel, options: DecodeOptions): Promise<DecodedText> {
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
