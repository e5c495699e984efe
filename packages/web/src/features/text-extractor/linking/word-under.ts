/** The word that is meant by a point of a picture: the smallest box around it, or one that is just missed. */
import type { LinkedWord } from './linked-words.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Index among all words. */
export function findWordUnder(
  words: readonly LinkedWord[],
  page: number,
  { x, y }: Point,
  slack: number,
): number | undefined {
  let best: { readonly index: number; readonly missedBy: number; readonly area: number } | undefined
  for (const [index, linked] of words.entries()) {
    if (linked.page !== page) continue
    const { word } = linked
    const missedBy = Math.max(word.x - x, x - word.x - word.width, word.y - y, y - word.y - word.height, 0)
    if (missedBy > slack) continue
    const area = word.width * word.height
    const isBetter = !best || missedBy < best.missedBy || (missedBy === best.missedBy && area < best.area)
    if (isBetter) best = { index, missedBy, area }
  }
  return best?.index
}
