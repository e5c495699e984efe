/** Words of the picture and their places in the text, which stay right while the text is changed. Pure. */
import type { RecognisedWord, Recognition } from '@filesmith/contract/schemas/recognition'
import type { TextEdit } from './text-edit.ts'

export interface LinkedWord {
  readonly word: RecognisedWord
  /** As people count. */
  readonly page: number
  /** Its place in the text as it is now; nothing between them when it was taken out. */
  readonly start: number
  readonly end: number
}

/** Below this somebody should look. */
const sureFrom = 70

export function linkWords({ pages }: Recognition): readonly LinkedWord[] {
  return pages
    .flatMap(({ page, words }) => words.map(word => ({ word, page, start: word.start, end: word.end })))
    .toSorted((one, other) => one.start - other.start)
}

/**
 * What is put in without a space belongs to the word that it touches, so that a corrected word stays linked. A word that
 * was wholly taken out stays where it stood, with no length, and comes back to life when something is typed there.
 */
export function moveWords(words: readonly LinkedWord[], edit: TextEdit): readonly LinkedWord[] {
  const { start, end, inserted } = edit
  const newEnd = start + inserted.length
  const shift = newEnd - end
  const claims = claimsOf(inserted)
  const touched = (linked: LinkedWord): LinkedWord => {
    if (linked.end < start) return linked
    const beginsBefore = linked.start < start
    const endsBehind = linked.end > end
    if (beginsBefore && endsBehind) {
      claims.claimAll()
      return { ...linked, end: linked.end + shift }
    }
    if (beginsBefore) return { ...linked, end: start + claims.claimHead() }
    if (endsBehind) return { ...linked, start: newEnd - claims.claimTail(), end: linked.end + shift }
    const head = claims.claimHead()
    if (head > 0) return { ...linked, start, end: start + head }
    // In front of what the next word may yet claim, so that words stay in their order.
    const goneAt = newEnd - claims.tailLeft()
    return { ...linked, start: goneAt, end: goneAt }
  }
  // A book has a hundred thousand words: those in front stay, those behind only move.
  const moved = words.slice()
  const firstBehind = lastStartingUpTo(words, end) + 1
  for (let at = firstTouched(words, start); at < firstBehind; at += 1)
    moved[at] = touched(words[at] as LinkedWord)
  for (let at = firstBehind; at < words.length && shift !== 0; at += 1) {
    const { word, page, start: from, end: to } = words[at] as LinkedWord
    moved[at] = { word, page, start: from + shift, end: to + shift }
  }
  return moved
}

/** The first and the last word of what was put in can each become part of one word, in letters. */
function claimsOf(inserted: string) {
  let head = /^\S*/u.exec(inserted)?.[0].length ?? 0
  let tail = /\S*$/u.exec(inserted)?.[0].length ?? 0
  const isOneWord = head === inserted.length
  const claimAll = () => {
    head = 0
    tail = 0
  }
  return {
    claimAll,
    tailLeft: () => tail,
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

/** Index of the word at a place of the text: in it, or right behind it. */
export function findWordAt(words: readonly LinkedWord[], offset: number): number | undefined {
  let index = lastStartingUpTo(words, offset)
  while (index >= 0 && words[index]?.start === words[index]?.end) index -= 1
  const linked = words[index]
  return linked && linked.end >= offset ? index : undefined
}

/** Of the last word that begins up to there. */
export function findPageAt(words: readonly LinkedWord[], offset: number): number | undefined {
  return (words[lastStartingUpTo(words, offset)] ?? words[0])?.page
}

/** Where the text of a page begins. */
export function findPageStart(words: readonly LinkedWord[], page: number): number | undefined {
  return words.find(linked => linked.page === page)?.start
}

/** Indices of words that were recognised without certainty. Words keep their order, so that these stay right. */
export function findUnsure(words: readonly LinkedWord[]): readonly number[] {
  return words.flatMap(({ word }, index) => (word.confidence < sureFrom ? [index] : []))
}

/** Those of them that nobody has changed since. */
export function findDoubtful(
  words: readonly LinkedWord[],
  unsure: readonly number[],
  text: string,
): readonly LinkedWord[] {
  return unsure.flatMap(index => {
    const linked = words[index]
    return linked && text.slice(linked.start, linked.end) === linked.word.text ? [linked] : []
  })
}

/** Words do not reach into each other, so that their ends are in order, too. */
function firstTouched(words: readonly LinkedWord[], start: number): number {
  let index = lastStartingUpTo(words, start)
  while (index > 0 && (words[index - 1]?.end ?? 0) >= start) index -= 1
  return Math.max(0, index)
}

/** By halving: a book has a hundred thousand words. */
function lastStartingUpTo(words: readonly LinkedWord[], offset: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}
