/** Token constraints for decoding with and without timestamps, as in the reference implementation of Whisper. */
import type { ModelTokens } from './model-files.ts'

/** Latest first timestamp: windows start with speech. */
const latestStartSteps = 50
const masked = Number.NEGATIVE_INFINITY

export interface TokenRules {
  /** Masks the scores of tokens that must not follow `text`. */
  apply(scores: Float32Array, text: readonly number[]): void
}

export function plainRules({ end, suppressed, suppressedFirst }: ModelTokens): TokenRules {
  return {
    apply(scores, text) {
      for (const token of text.length === 0 ? [...suppressed, ...suppressedFirst] : suppressed)
        scores[token] = masked
      // Tokens after the end token are control tokens and timestamps.
      scores.fill(masked, end + 1)
    },
  }
}

export function timedRules(tokens: ModelTokens, lastTimestamp: number): TokenRules {
  const { end, firstTimestamp, suppressed, suppressedFirst } = tokens

  return {
    apply(scores, text) {
      for (const token of suppressed) scores[token] = masked
      // Tokens between the end token and the first timestamp are control tokens.
      scores.fill(masked, end + 1, firstTimestamp)
      scores.fill(masked, lastTimestamp + 1)
      if (text.length === 0) {
        for (const token of suppressedFirst) scores[token] = masked
        scores.fill(masked, 0, firstTimestamp)
        scores.fill(masked, firstTimestamp + latestStartSteps + 1)
        return
      }
      maskTimestampPairs(scores, text, tokens)
      if (areTimestampsMoreLikely(scores, firstTimestamp)) scores.fill(masked, 0, firstTimestamp)
    },
  }
}

/** Timestamps come in pairs, the end of a segment and the start of the next, except at the end. */
function maskTimestampPairs(
  scores: Float32Array,
  text: readonly number[],
  { end, firstTimestamp }: ModelTokens,
): void {
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTimestamp
  const endsInTime = isTime(text.at(-1))
  const isSegmentOpen = endsInTime && (text.length < 2 || isTime(text.at(-2)))
  if (isSegmentOpen) scores.fill(masked, firstTimestamp)
  else if (endsInTime) scores.fill(masked, 0, end)
  const latest = text.findLast(isTime)
  if (latest === undefined) return
  // Segments are not empty; only the start of the next one may equal the last timestamp.
  scores.fill(masked, firstTimestamp, endsInTime && !isSegmentOpen ? latest : latest + 1)
}

/** Compares all timestamps together with the best text token, because probability spreads over neighboring timestamps. */
function areTimestampsMoreLikely(scores: Float32Array, firstTimestamp: number): boolean {
  let bestText = masked
  for (let token = 0; token < firstTimestamp; token += 1)
    bestText = Math.max(bestText, scores[token] as number)
  let bestTime = masked
  for (let token = firstTimestamp; token < scores.length; token += 1)
    bestTime = Math.max(bestTime, scores[token] as number)
  if (bestTime === masked) return false
  let sum = 0
  for (let token = firstTimestamp; token < scores.length; token += 1)
    sum += Math.exp((scores[token] as number) - bestTime)
  return bestTime + Math.log(sum) > bestText
}
