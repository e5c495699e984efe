/** Positions marks without extent after, or before, the translations of their neighboring words. */
import type { MarkItem } from '../flow.ts'
import type { SentenceWord } from './find-words.ts'
import type { LabeledWords } from './style-characters.ts'
import { similarity } from './word-similarity.ts'

/** Normalized translations of a word. */
export type WordTranslations = (word: string) => readonly string[]

const closing = /[\p{Pe}\p{Pf}.,;:!?…。、，！？；：؟،؛।"']/u
/** Relative distance above which a matching word is probably a different one. */
const maxShift = 0.35

export function placePoints(
  labeled: LabeledWords,
  translationsOf: WordTranslations,
): { offset: number; item: MarkItem }[] {
  const { sentence, text } = labeled
  let minimum = 0
  return sentence.points.map(({ offset, item }) => {
    const target =
      item.kind === 'opening'
        ? placeBefore(labeled, translationsOf, offset)
        : placeBehind(labeled, translationsOf, offset, item)
    // Keep the order of marks: the end of a bookmark must not precede its start.
    const position = Math.min(Math.max(target, minimum), text.length)
    minimum = position
    return { offset: position, item }
  })
}

function placeBefore(labeled: LabeledWords, translationsOf: WordTranslations, offset: number): number {
  const { segments, words, labels } = labeled
  const next = segments.findIndex(({ start }) => start >= offset)
  const same = sameWord(labeled, translationsOf, segments[next]?.words[0])
  const labeledWord = words[labels.findIndex(held => held.includes(next))]
  return (same ?? labeledWord)?.start ?? words.at(-1)?.end ?? 0
}

function placeBehind(
  labeled: LabeledWords,
  translationsOf: WordTranslations,
  offset: number,
  { kind }: MarkItem,
): number {
  const { sentence, segments, text, words, labels } = labeled
  const previous = segments.findLastIndex(({ end }) => end <= offset)
  if (previous < 0) return 0
  const same =
    kind === 'line' ? undefined : sameWord(labeled, translationsOf, segments[previous]?.words.at(-1))
  const labeledWord = words[labels.findLastIndex(held => held.includes(previous))]
  let position = (same ?? labeledWord)?.end ?? 0
  const signs = sentence.text.slice(segments[previous]?.end, offset)
  if (closing.test(signs.at(-1) ?? ''))
    while (position < text.length && closing.test(text[position] ?? '')) position += 1
  else if ((kind === 'line' || /\s$/.test(signs)) && /\s/.test(text[position] ?? '')) position += 1
  return position
}

/** The translation of `word` near its position, if there is one. */
function sameWord(
  { sentence, text, words }: LabeledWords,
  translationsOf: WordTranslations,
  word: SentenceWord | undefined,
): SentenceWord | undefined {
  if (word === undefined) return undefined
  const forms = [word.form, ...translationsOf(sentence.text.slice(word.start, word.end))].filter(
    form => form.length > 3,
  )
  const shift = ({ start }: SentenceWord) => Math.abs(start / text.length - word.start / sentence.text.length)
  return words
    .filter(each => shift(each) < maxShift && forms.some(form => similarity(form, each.form) > 0.8))
    .sort((one, other) => shift(one) - shift(other))[0]
}
