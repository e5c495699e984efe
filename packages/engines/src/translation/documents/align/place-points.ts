/** Finds the places in a translation for marks without extent: behind, or before, the words they belonged to. */
import type { MarkItem } from '../flow.ts'
import type { LabelledWords } from './paint-characters.ts'

const closing = /[\p{Pe}\p{Pf}.,;:!?…。、，！？；：؟،؛।"']/u

export function placePoints(labelled: LabelledWords): { offset: number; item: MarkItem }[] {
  const { sentence, text } = labelled
  let least = 0
  return sentence.points.map(({ offset, item }) => {
    const wanted =
      item.kind === 'opening' ? placeBefore(labelled, offset) : placeBehind(labelled, offset, item)
    // Never past one another: the end of a bookmark must not come before its beginning.
    const place = Math.min(Math.max(wanted, least), text.length)
    least = place
    return { offset: place, item }
  })
}

function placeBefore({ segments, words, labels }: LabelledWords, offset: number): number {
  const next = segments.findIndex(({ start }) => start >= offset)
  const at = labels.findIndex(held => held.includes(next))
  return words[at]?.start ?? words.at(-1)?.end ?? 0
}

function placeBehind(
  { sentence, segments, text, words, labels }: LabelledWords,
  offset: number,
  { kind }: MarkItem,
): number {
  const previous = segments.findLastIndex(({ end }) => end <= offset)
  if (previous < 0) return 0
  const at = labels.findLastIndex(held => held.includes(previous))
  let place = words[at]?.end ?? 0
  const signs = sentence.text.slice(segments[previous]?.end, offset)
  if (closing.test(signs.at(-1) ?? ''))
    while (place < text.length && closing.test(text[place] ?? '')) place += 1
  else if ((kind === 'line' || /\s$/.test(signs)) && /\s/.test(text[place] ?? '')) place += 1
  return place
}
