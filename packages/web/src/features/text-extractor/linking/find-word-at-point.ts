/**
 * Finds the word at a point of the page image: the smallest box that contains it, or the nearest within the
 * tolerance.
 */
import type { LinkedWord } from './linked-words.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Index into `words`. */
export function findWordAtPoint(
  words: readonly LinkedWord[],
  page: number,
  { x, y }: Point,
  tolerance: number,
): number | undefined {
  let best: { readonly index: number; readonly distance: number; readonly area: number } | undefined
  for (const [index, linked] of words.entries()) {
    if (linked.page !== page) continue
    const { word } = linked
    const distance = Math.max(word.x - x, x - word.x - word.width, word.y - y, y - word.y - word.height, 0)
    if (distance > tolerance) continue
    const area = word.width * word.height
    const isBetter = !best || distance < best.distance || (distance === best.distance && area < best.area)
    if (isBetter) best = { index, distance, area }
  }
  return best?.index
}
