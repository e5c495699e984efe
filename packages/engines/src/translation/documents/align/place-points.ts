/** Finds the places in a translation for marks without extent: behind, or before, the words they belonged to. */
import type { MarkItem } from '../flow.ts'
import type { Word } from './find-words.ts'
import type { LabelledWords } from './paint-characters.ts'
import { likeness } from './word-likeness.ts'

/** The plain forms of what the engine makes of a word. */
export type WordsSaid = (word: string) => readonly string[]

const closing = /[\p{Pe}\p{Pf}.,;:!?…。、，！？；：؟،؛।"']/u
/** A word this far from where it stood in the source is likely another one. */
const maxShift = 0.35

export function placePoints(labelled: LabelledWords, said: WordsSaid): { offset: number; item: MarkItem }[] {
  const { sentence, text } = labelled
  let least = 0
  return sentence.points.map(({ offset, item }) => {
    const wanted =
      item.kind === 'opening'
        ? placeBefore(labelled, said, offset)
        : placeBehind(labelled, said, offset, item)
    // Never past one another: the end of a bookmark must not come before its beginning.
    const place = Math.min(Math.max(wanted, least), text.length)
    least = place
    return { offset: place, item }
  })
}

function placeBefore(labelled: LabelledWords, said: WordsSaid, offset: number): number {
  const { segments, words, labels } = labelled
  const next = segments.findIndex(({ start }) => start >= offset)
  const same = sameWord(labelled, said, segments[next]?.words[0])
  const labelledWord = words[labels.findIndex(held => held.includes(next))]
  return (same ?? labelledWord)?.start ?? words.at(-1)?.end ?? 0
}

function placeBehind(labelled: LabelledWords, said: WordsSaid, offset: number, { kind }: MarkItem): number {
  const { sentence, segments, text, words, labels } = labelled
  const previous = segments.findLastIndex(({ end }) => end <= offset)
  if (previous < 0) return 0
  const same = kind === 'line' ? undefined : sameWord(labelled, said, segments[previous]?.words.at(-1))
  const labelledWord = words[labels.findLastIndex(held => held.includes(previous))]
  let place = (same ?? labelledWord)?.end ?? 0
  const signs = sentence.text.slice(segments[previous]?.end, offset)
  if (closing.test(signs.at(-1) ?? ''))
    while (place < text.length && closing.test(text[place] ?? '')) place += 1
  else if ((kind === 'line' || /\s$/.test(signs)) && /\s/.test(text[place] ?? '')) place += 1
  return place
}

/** The word of the translation that says what `word` does, when there is one near its place. */
function sameWord(
  { sentence, text, words }: LabelledWords,
  said: WordsSaid,
  word: Word | undefined,
): Word | undefined {
  if (word === undefined) return undefined
  const forms = [word.form, ...said(sentence.text.slice(word.start, word.end))].filter(
    form => form.length > 3,
  )
  const shift = ({ start }: Word) => Math.abs(start / text.length - word.start / sentence.text.length)
  return words
    .filter(each => shift(each) < maxShift && forms.some(form => likeness(form, each.form) > 0.8))
    .sort((one, other) => shift(one) - shift(other))[0]
}
