/** Cuts a sentence that is too long for the model where a reader would pause. */

/** After these a part may end, the best first. */
const pauses = [/[;:；：]\s*/gu, /[,，、،]\s*/gu, /\s+/gu]

/**
 * Parts of at most `maxPieces`, as even as pauses allow: a last part of two words would be translated without any
 * context.
 */
export function splitLong(
  sentence: string,
  countPieces: (text: string) => number,
  maxPieces: number,
): string[] {
  if (countPieces(sentence) <= maxPieces) return [sentence]
  const at = cutNearMiddle(sentence)
  const halves = [sentence.slice(0, at).trim(), sentence.slice(at).trim()].filter(Boolean)
  if (halves.length < 2) return halves
  return halves.flatMap(half => splitLong(half, countPieces, maxPieces))
}

/** A pause in the middle third, of the best kind there is; in the middle of a word only when there is none at all. */
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
