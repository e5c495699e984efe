/** What may come next in a text, with times or without: the model knows, but does not always keep to it. */
import type { ModelTokens } from './model-files.ts'

/** Sound begins at the beginning of its window; only a breath may come before. */
const latestStartSteps = 50
const never = Number.NEGATIVE_INFINITY

export interface TokenRules {
  /** Changes scores so that only what may follow is left. */
  apply(scores: Float32Array, text: readonly number[]): void
}

export function plainRules({ end, unspoken, notFirst }: ModelTokens): TokenRules {
  return {
    apply(scores, text) {
      for (const token of text.length === 0 ? [...unspoken, ...notFirst] : unspoken) scores[token] = never
      // Everything behind the end of a text steers the model, or is a time, and is no text.
      scores.fill(never, end + 1)
    },
  }
}

export function timedRules(tokens: ModelTokens, lastTimestamp: number): TokenRules {
  const { end, firstTimestamp, unspoken, notFirst } = tokens

  return {
    apply(scores, text) {
      for (const token of unspoken) scores[token] = never
      // Everything between the end of a text and the first time steers the model and is no text.
      scores.fill(never, end + 1, firstTimestamp)
      scores.fill(never, lastTimestamp + 1)
      if (text.length === 0) {
        for (const token of notFirst) scores[token] = never
        scores.fill(never, 0, firstTimestamp)
        scores.fill(never, firstTimestamp + latestStartSteps + 1)
        return
      }
      keepPairs(scores, text, tokens)
      if (areTimesLikelier(scores, firstTimestamp)) scores.fill(never, 0, firstTimestamp)
    },
  }
}

/** Times come in pairs, the end of one segment and the beginning of the next, except before the end of all. */
function keepPairs(
  scores: Float32Array,
  text: readonly number[],
  { end, firstTimestamp }: ModelTokens,
): void {
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTimestamp
  const endsInTime = isTime(text.at(-1))
  const isSegmentOpen = endsInTime && (text.length < 2 || isTime(text.at(-2)))
  if (isSegmentOpen) scores.fill(never, firstTimestamp)
  else if (endsInTime) scores.fill(never, 0, end)
  const latest = text.findLast(isTime)
  if (latest === undefined) return
  // A segment takes time; only the next one may begin where the last has ended.
  scores.fill(never, firstTimestamp, endsInTime && !isSegmentOpen ? latest : latest + 1)
}

/** All times together against the best single piece of text: one moment is spread over many neighbours. */
function areTimesLikelier(scores: Float32Array, firstTimestamp: number): boolean {
  let bestText = never
  for (let token = 0; token < firstTimestamp; token += 1)
    bestText = Math.max(bestText, scores[token] as number)
  let bestTime = never
  for (let token = firstTimestamp; token < scores.length; token += 1)
    bestTime = Math.max(bestTime, scores[token] as number)
  if (bestTime === never) return false
  let sum = 0
  for (let token = firstTimestamp; token < scores.length; token += 1)
    sum += Math.exp((scores[token] as number) - bestTime)
  return bestTime + Math.log(sum) > bestText
}
