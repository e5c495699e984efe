/** Words of a page in the order in which they are drawn, each with the places of its parts. */
import { readingOrder } from '../../page-layout/bidi.ts'
import type { Box, Fragment } from '../../page-layout/page-model.ts'
import { fragmentBox } from '../../page-layout/page-texts.ts'

export interface ComparedWord {
  readonly text: string
  /** One, or one for each line of a hyphenated word. */
  readonly boxes: readonly Box[]
}

/** In font sizes. */
const sameLine = 0.3
const defaultGap = 0.16
const maxOverlap = 0.5

/** Scripts without spaces between words are compared by characters. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

export function comparedWords(fragments: readonly Fragment[]): ComparedWord[] {
  const words: Fragment[] = []
  for (const fragment of fragments) {
    if (fragment.image !== undefined || fragment.text.trim() === '') continue
    const last = words.at(-1)
    if (last !== undefined && continues(last, fragment))
      words[words.length - 1] = { ...last, text: last.text + fragment.text, right: fragment.right }
    else words.push(fragment)
  }
  return joinHyphenated(words.flatMap(word => (unspaced.test(word.text) ? characters(word) : [word])))
}

function continues(last: Fragment, next: Fragment): boolean {
  const gap = next.left - last.right
  return (
    !next.isAfterSpace &&
    last.angle === next.angle &&
    Math.abs(last.baseline - next.baseline) < sameLine * next.size &&
    gap < (next.wordGap ?? defaultGap * next.size) &&
    gap > -maxOverlap * next.size
  )
}

function characters(word: Fragment): Fragment[] {
  const parts = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word.text)]
  const width = (word.right - word.left) / parts.length
  return parts.map(({ segment }, index) => ({
    ...word,
    text: segment,
    left: word.left + index * width,
    right: word.left + (index + 1) * width,
  }))
}

/** A word that continues on the next line is the same word as without the line break. */
function joinHyphenated(fragments: readonly Fragment[]): ComparedWord[] {
  const words: { text: string; boxes: Box[]; last: Fragment }[] = []
  for (const fragment of fragments) {
    const text = readingOrder(fragment.text.normalize('NFKC'))
    const before = words.at(-1)
    const isBroken =
      before !== undefined &&
      /\p{L}[-\u2010]$/u.test(before.text) &&
      /^\p{Ll}/u.test(text) &&
      before.last.angle === fragment.angle &&
      fragment.baseline > before.last.baseline + sameLine * fragment.size &&
      fragment.left < before.last.left
    if (isBroken) {
      before.text = before.text.slice(0, -1) + text
      before.boxes.push(fragmentBox(fragment))
      before.last = fragment
    } else words.push({ text, boxes: [fragmentBox(fragment)], last: fragment })
  }
  return words.map(({ text, boxes }) => ({ text, boxes }))
}
