/** Splits a sentence that is too long for the model at clause boundaries. */

/** Separators in order of preference. */
const pauses = [/[;:；：]\s*/gu, /[,，、،]\s*/gu, /\s+/gu]

/** Parts of at most `maxTokens` tokens, similar in length: a very short part would be translated without context. */
export function splitLong(
  sentence: string,
  countTokens: (text: string) => number,
  maxTokens: number,
): string[] {
  if (countTokens(sentence) <= maxTokens) return [sentence]
  const at = cutNearMiddle(sentence)
  const halves = [sentence.slice(0, at).trim(), sentence.slice(at).trim()].filter(Boolean)
  if (halves.length < 2) return halves
  return halves.flatMap(half => splitLong(half, countTokens, maxTokens))
}

/** A separator in the middle third, of the best kind; within a word only if there is none. */
function cutNearMiddle(sentence: string): number {
  const middle = sentence.length / 2
  for (const pause of pauses) {
    const ends = [...sentence.matchAll(pause)].map(({ index, 0: found }) => index + found.length)
    const central = ends.filter(end => Math.abs(end - middle) <= sentence.length / 6)
    if (central.length > 0)
      return central.reduce((best, end) => (Math.abs(end - middle) < Math.abs(best - middle) ? end : best))
  }
  const half = Math.floor(middle)
  const isInsidePair = /[\udc00-\udfff]/.test(sentence.charAt(half))
  return isInsidePair ? half + 1 : half
}
