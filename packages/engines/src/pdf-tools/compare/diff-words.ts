/** Differences of words between aligned pages. Pages in a row are compared as one text, so that words which flow to the next page are not different. */
import type { ComparedWords, TextDifference } from '@filesmith/contract/pdf/comparison'
import { diffArrays } from 'diff'
import { type Box, boxAround } from '../../page-layout/page-model.ts'
import type { PagePair } from './align-pages.ts'
import { type ComparedWord, unspaced } from './compared-words.ts'

export type WordsOfPage = (index: number) => readonly ComparedWord[]

interface PlacedWord extends ComparedWord {
  /** Index. */
  readonly page: number
}

interface Hunk {
  readonly removed: readonly PlacedWord[]
  readonly added: readonly PlacedWord[]
}

/** Bounds time and memory of the algorithm, which grow with its square. */
const maxEdits = 1000
/** In points: a word drawn in another order is in the same place. */
const samePlace = 1.5

export function diffPages(
  pairs: readonly PagePair[],
  wordsBefore: WordsOfPage,
  wordsAfter: WordsOfPage,
): TextDifference[] {
  const partners = new Map(
    pairs.flatMap(pair => (pair.old === undefined ? [] : [[pair.old, pair.new] as const])),
  )
  const diffRun = (run: readonly PagePair[]): Hunk[] => {
    const [removed, added] = [wordsIn(run, 'old', wordsBefore), wordsIn(run, 'new', wordsAfter)]
    const hunks = hunksOf(removed, added)
    if (hunks !== undefined) return hunks
    if (run.length === 1) return [{ removed, added }]
    const middle = run.length >> 1
    return [...diffRun(run.slice(0, middle)), ...diffRun(run.slice(middle))]
  }
  const isSameText = (pair: PagePair) =>
    pair.old !== undefined &&
    pair.new !== undefined &&
    hasSameWords(wordsBefore(pair.old), wordsAfter(pair.new))
  const hunks = dropRedrawn(runsOf(pairs, isSameText).flatMap(diffRun), partners)
  const whole = wholePages(pairs, hunks, wordsBefore, wordsAfter)
  return withoutWords(hunks, word => whole.has(word)).map(differenceOf)
}

/** Pages in a row with other words; a moved page is a separate run. */
function runsOf(
  pairs: readonly PagePair[],
  isSameText: (pair: PagePair) => boolean,
): (readonly PagePair[])[] {
  const runs: PagePair[][] = []
  let open: PagePair[] = []
  for (const pair of pairs) {
    if (isSameText(pair)) {
      if (!pair.isMoved) open = []
    } else if (pair.isMoved) runs.push([pair])
    else {
      if (open.length === 0) runs.push(open)
      open.push(pair)
    }
  }
  return runs
}

function hasSameWords(one: readonly ComparedWord[], other: readonly ComparedWord[]): boolean {
  return one.length === other.length && one.every(({ text }, index) => text === other[index]?.text)
}

function wordsIn(run: readonly PagePair[], side: 'old' | 'new', wordsOf: WordsOfPage): PlacedWord[] {
  return run.flatMap(pair => {
    const page = pair[side]
    return page === undefined ? [] : wordsOf(page).map(word => ({ ...word, page }))
  })
}

/** Undefined if there are too many. */
function hunksOf(before: readonly PlacedWord[], after: readonly PlacedWord[]): Hunk[] | undefined {
  // Numbers are compared faster than words.
  const numbers = new Map<string, number>()
  const numbered = ({ text }: PlacedWord) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const changes = diffArrays(before.map(numbered), after.map(numbered), { maxEditLength: maxEdits })
  if (changes === undefined) return undefined
  const hunks: Hunk[] = []
  let [inBefore, inAfter, isOpen] = [0, 0, false]
  for (const { added, removed, count } of changes) {
    const last = isOpen && (added || removed) ? hunks.pop() : undefined
    if (added) hunks.push({ removed: last?.removed ?? [], added: after.slice(inAfter, inAfter + count) })
    else if (removed)
      hunks.push({ removed: before.slice(inBefore, inBefore + count), added: last?.added ?? [] })
    if (!added) inBefore += count
    if (!removed) inAfter += count
    isOpen = added || removed
  }
  return hunks
}

/** Without words that are in the same place on both pages, and only drawn in another order. */
function dropRedrawn(hunks: readonly Hunk[], partners: ReadonlyMap<number, number | undefined>): Hunk[] {
  const added = Map.groupBy(
    hunks.flatMap(hunk => hunk.added),
    ({ page, text }) => `${page} ${text}`,
  )
  const redrawn = new Set<PlacedWord>()
  for (const word of hunks.flatMap(hunk => hunk.removed)) {
    const partner = partners.get(word.page)
    const same = added
      .get(`${partner} ${word.text}`)
      ?.find(other => !redrawn.has(other) && isSamePlace(word, other))
    if (same !== undefined) redrawn.add(word).add(same)
  }
  return withoutWords(hunks, word => redrawn.has(word))
}

/** Words of added and removed pages that are on no other page: the whole page is the difference. */
function wholePages(
  pairs: readonly PagePair[],
  hunks: readonly Hunk[],
  wordsBefore: WordsOfPage,
  wordsAfter: WordsOfPage,
): ReadonlySet<PlacedWord> {
  const added = Map.groupBy(
    hunks.flatMap(hunk => hunk.added),
    ({ page }) => page,
  )
  const removed = Map.groupBy(
    hunks.flatMap(hunk => hunk.removed),
    ({ page }) => page,
  )
  return new Set(
    pairs.flatMap(pair => {
      const [page, found, wordsOf] =
        pair.old === undefined ? [pair.new, added, wordsAfter] : [pair.old, removed, wordsBefore]
      if (page === undefined || (pair.old !== undefined && pair.new !== undefined)) return []
      const words = found.get(page) ?? []
      return words.length === wordsOf(page).length ? words : []
    }),
  )
}

function withoutWords(hunks: readonly Hunk[], isDropped: (word: PlacedWord) => boolean): Hunk[] {
  const left = (words: readonly PlacedWord[]) => words.filter(word => !isDropped(word))
  return hunks
    .map(({ removed, added }) => ({ removed: left(removed), added: left(added) }))
    .filter(({ removed, added }) => removed.length + added.length > 0)
}

function isSamePlace({ boxes: [one] }: ComparedWord, { boxes: [other] }: ComparedWord): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    Math.abs(one.left - other.left) < samePlace &&
    Math.abs(one.top - other.top) < samePlace
  )
}

function differenceOf({ removed, added }: Hunk): TextDifference {
  const [before, after] = [listed(removed), listed(added)]
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed'
  return { kind, old: before, new: after }
}

function listed(words: readonly PlacedWord[]): ComparedWords | null {
  if (words.length === 0) return null
  const spots: { page: number; box: Box }[] = []
  for (const { page, boxes } of words)
    for (const box of boxes) {
      const last = spots.at(-1)
      if (last !== undefined && last.page === page && isSameLine(last.box, box))
        last.box = boxAround([last.box, box])
      else spots.push({ page, box })
    }
  return {
    text: words.map(({ text }, index) => (index === 0 || unspaced.test(text) ? text : ` ${text}`)).join(''),
    spots: spots.map(({ page, box }) => ({ page: page + 1, ...areaOf(box) })),
  }
}

/** In points. */
const maxWordDistance = 20

function isSameLine(one: Box, other: Box): boolean {
  const overlap = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  return overlap > 0.6 * height && other.left >= one.left && other.left - one.right < maxWordDistance
}

export function areaOf({ left, top, right, bottom }: Box) {
  return { x: rounded(left), y: rounded(top), width: rounded(right - left), height: rounded(bottom - top) }
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10
}
