/** Pure functions that link recognized words to their positions in the text while it is edited. */
import type { Recognition, RecognizedWord } from '@filesmith/contract/schemas/recognition'
import type { TextEdit } from './text-edit.ts'

export interface LinkedWord {
  readonly word: RecognizedWord
  /** 1-based. */
  readonly page: number
  /** Position in the current text; start equals end if the word was deleted. */
  readonly start: number
  readonly end: number
}

/** Confidence below which a word should be reviewed. */
const minConfidence = 70

export function linkWords({ pages }: Recognition): readonly LinkedWord[] {
  return pages
    .flatMap(({ page, words }) => words.map(word => ({ word, page, start: word.start, end: word.end })))
    .toSorted((one, other) => one.start - other.start)
}

/**
 * Text inserted without a space becomes part of the word it touches, so that a corrected word stays linked. A
 * deleted word keeps its position with length 0, and is linked again when text is typed there.
 */
export function moveWords(words: readonly LinkedWord[], edit: TextEdit): readonly LinkedWord[] {
  const { start, end, inserted } = edit
  const newEnd = start + inserted.length
  const shift = newEnd - end
  const claims = claimsOf(inserted)
  const relinkWord = (linked: LinkedWord): LinkedWord => {
    if (linked.end < start) return linked
    const startsBefore = linked.start < start
    const endsAfter = linked.end > end
    if (startsBefore && endsAfter) {
      claims.claimAll()
      return { ...linked, end: linked.end + shift }
    }
    if (startsBefore) return { ...linked, end: start + claims.claimHead() }
    if (endsAfter) return { ...linked, start: newEnd - claims.claimTail(), end: linked.end + shift }
    const head = claims.claimHead()
    if (head > 0) return { ...linked, start, end: start + head }
    // Before what the next word may still claim, so that words stay in order.
    const collapsedAt = newEnd - claims.remainingTail()
    return { ...linked, start: collapsedAt, end: collapsedAt }
  }
  // A book has 100,000 words: words before the edit stay, words after it are only shifted.
  const moved = words.slice()
  const firstAfter = lastStartingAtOrBefore(words, end) + 1
  for (let at = firstTouched(words, start); at < firstAfter; at += 1)
    moved[at] = relinkWord(words[at] as LinkedWord)
  for (let at = firstAfter; at < words.length && shift !== 0; at += 1) {
    const { word, page, start: from, end: to } = words[at] as LinkedWord
    moved[at] = { word, page, start: from + shift, end: to + shift }
  }
  return moved
}

/** The first and the last word of the inserted text can each extend one linked word, in characters. */
function claimsOf(inserted: string) {
  let head = /^\S*/u.exec(inserted)?.[0].length ?? 0
  let tail = /(?<!\S)\S*$/u.exec(inserted)?.[0].length ?? 0
  const isOneWord = head === inserted.length
  const claimAll = () => {
    head = 0
    tail = 0
  }
  return {
    claimAll,
    remainingTail: () => tail,
    claimHead() {
      const claimed = head
      head = 0
      if (isOneWord) claimAll()
      return claimed
    },
    claimTail() {
      const claimed = tail
      claimAll()
      return claimed
    },
  }
}

/** Index of the word that contains the offset, or ends at it. */
export function findWordAt(words: readonly LinkedWord[], offset: number): number | undefined {
  let index = lastStartingAtOrBefore(words, offset)
  while (index >= 0 && words[index]?.start === words[index]?.end) index -= 1
  const linked = words[index]
  return linked && linked.end >= offset ? index : undefined
}

/** Page of the last word that starts at or before the offset. */
export function findPageAt(words: readonly LinkedWord[], offset: number): number | undefined {
  return (words[lastStartingAtOrBefore(words, offset)] ?? words[0])?.page
}

/** Offset at which the text of a page starts. */
export function findPageStart(words: readonly LinkedWord[], page: number): number | undefined {
  return words.find(linked => linked.page === page)?.start
}

/** Indices of words recognized with low confidence. They stay valid, because edits keep the order of words. */
export function findUncertain(words: readonly LinkedWord[]): readonly number[] {
  return words.flatMap(({ word }, index) => (word.confidence < minConfidence ? [index] : []))
}

/** The uncertain words that have not been edited. */
export function findDoubtful(
  words: readonly LinkedWord[],
  uncertain: readonly number[],
  text: string,
): readonly LinkedWord[] {
  return uncertain.flatMap(index => {
    const linked = words[index]
    return linked && text.slice(linked.start, linked.end) === linked.word.text ? [linked] : []
  })
}

/** Words do not overlap, so their ends are sorted, too. */
function firstTouched(words: readonly LinkedWord[], start: number): number {
  let index = lastStartingAtOrBefore(words, start)
  while (index > 0 && (words[index - 1]?.end ?? 0) >= start) index -= 1
  return Math.max(0, index)
}

/** Binary search: a book has 100,000 words. */
function lastStartingAtOrBefore(words: readonly LinkedWord[], offset: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}
