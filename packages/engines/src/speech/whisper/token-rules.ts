/** What may come next in a text with times: the model knows, but does not always keep to it. */
import type { ModelTokens } from './model-files.ts'

/** Sound begins at the beginning of its window; only a breath may come before. */
const latestStartSteps = 50
const never = Number.NEGATIVE_INFINITY

export interface TokenRules {
  /** Changes scores so that only what may follow is left. */
  apply(scores: Float32Array, text: readonly number[]): void
}

export function createTokenRules(tokens: ModelTokens, lastTimestamp: number): TokenRules {
  const { end, firstTimestamp, unspoken, notFirst } = tokens
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTimestamp

  return {
    apply(scores, text) {
      const forbid = (from: number, until: number) => scores.fill(never, from, until)
      for (const token of unspoken) scores[token] = never
      // Everything between the end of a text and the first time steers the model and is no text.
      forbid(end + 1, firstTimestamp)
      forbid(lastTimestamp + 1, scores.length)

      if (text.length === 0) {
        for (const token of notFirst) scores[token] = never
        forbid(0, firstTimestamp)
        forbid(firstTimestamp + latestStartSteps + 1, scores.length)
        return
      }
      const endsInTime = isTime(text.at(-1))
      const isBetweenSegments = endsInTime && (text.length < 2 || isTime(text.at(-2)))
      // Times come in pairs, the end of one segment and the beginning of the next, except before the end of all.
      if (endsInTime && isBetweenSegments) forbid(firstTimestamp, scores.length)
      else if (endsInTime) forbid(0, end)

      const latest = text.findLast(isTime)
      if (latest !== undefined) {
        // A segment takes time; only the next one may begin where the last has ended.
        const earliest = endsInTime && !isBetweenSegments ? latest : latest + 1
        forbid(firstTimestamp, earliest)
      }
      if (areTimesLikelier(scores, firstTimestamp)) forbid(0, firstTimestamp)
    },
  }
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
