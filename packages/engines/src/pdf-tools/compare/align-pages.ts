/** Finds which page of the old document is which page of the new one, by the likeness of their text or looks. */
import { elementAt } from '../../element-at.ts'
import type { ComparedWord } from './compared-words.ts'

export interface PageSketch {
  readonly wordCount: number
  /** The smallest hashes of its words and pairs of words, in order: a sample of them that is the same for the same text. */
  readonly hashes: Uint32Array
  /** Gray values of the page on a small square; undefined if no page needs it. */
  readonly thumbnail: Uint8Array | undefined
}

/** Indexes of pages; a page without a counterpart was removed or added. */
export interface PagePair {
  readonly old: number | undefined
  readonly new: number | undefined
  readonly isMoved: boolean
}

const sampleSize = 128
/** Pages with fewer words are recognized by their looks as well. */
export const fewWords = 20
/** Pages below this likeness are different pages. */
const minLikeness = 0.2
/** A page in another place must be liker than one in its place. */
const minMovedLikeness = 0.4
/** Different pages of text are alike by this much in a small size. */
const commonAppearance = 0.7

export function sketchPage(words: readonly ComparedWord[], thumbnail: Uint8Array | undefined): PageSketch {
  const hashes = new Set<number>()
  for (const [index, { text }] of words.entries()) {
    hashes.add(hashOf(text))
    const next = words[index + 1]
    if (next !== undefined) hashes.add(hashOf(`${text} ${next.text}`))
  }
  const sample = Uint32Array.from(hashes).sort().slice(0, sampleSize)
  return { wordCount: words.length, hashes: sample, thumbnail }
}

/** FNV-1a with a final mix, so that the smallest values are a random sample. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** 0 to 1. */
function likenessOf(one: PageSketch, other: PageSketch): number {
  const ofText = textLikeness(one, other)
  if (one.wordCount >= fewWords && other.wordCount >= fewWords) return ofText
  const appearance = Math.max(0, (appearanceLikeness(one, other) - commonAppearance) / (1 - commonAppearance))
  return Math.max(ofText, appearance)
}

/** Share of common values among the smallest of both (bottom-k estimate of the Jaccard index). */
function textLikeness({ hashes: a }: PageSketch, { hashes: b }: PageSketch): number {
  const size = Math.min(sampleSize, Math.max(a.length, b.length))
  let [inA, inB, common, seen] = [0, 0, 0, 0]
  for (; seen < size && (inA < a.length || inB < b.length); seen++) {
    const [nextA, nextB] = [a[inA] ?? Infinity, b[inB] ?? Infinity]
    if (nextA === nextB) common++
    if (nextA <= nextB) inA++
    if (nextB <= nextA) inB++
  }
  return seen === 0 ? 0 : common / seen
}

/** Common ink of all ink; two empty pages are alike. */
function appearanceLikeness({ thumbnail: a }: PageSketch, { thumbnail: b }: PageSketch): number {
  if (a === undefined || b === undefined) return 0
  let [common, all] = [0, 0]
  for (let index = 0; index < a.length; index++) {
    const [inkA, inkB] = [255 - elementAt(a, index), 255 - elementAt(b, index)]
    common += Math.min(inkA, inkB)
    all += Math.max(inkA, inkB)
  }
  return all === 0 ? 1 : common / all
}

export function alignPages(before: readonly PageSketch[], after: readonly PageSketch[]): PagePair[] {
  const likeness = before.map(one => Float32Array.from(after, other => likenessOf(one, other)))
  const partners = inOrder(likeness, after.length)
  const moved = findMoved(before, likeness, partners, after.length)
  return listPairs(before.length, after.length, partners, moved)
}

/** The pairs in ascending order with the greatest likeness in total (Needleman-Wunsch). */
function inOrder(likeness: readonly Float32Array[], afterCount: number): Map<number, number> {
  const width = afterCount + 1
  const best = new Float32Array((likeness.length + 1) * width)
  const gain = (row: number, column: number) => (likeness[row]?.[column] ?? 0) - minLikeness
  for (let row = likeness.length - 1; row >= 0; row--)
    for (let column = afterCount - 1; column >= 0; column--) {
      const paired = elementAt(best, (row + 1) * width + column + 1) + gain(row, column)
      const skipped = Math.max(
        elementAt(best, (row + 1) * width + column),
        elementAt(best, row * width + column + 1),
      )
      best[row * width + column] = Math.max(paired, skipped)
    }
  const partners = new Map<number, number>()
  for (let [row, column] = [0, 0]; row < likeness.length && column < afterCount; ) {
    const here = elementAt(best, row * width + column)
    if (here === elementAt(best, (row + 1) * width + column)) row++
    else if (here === elementAt(best, row * width + column + 1)) column++
    else partners.set(row++, column++)
  }
  return partners
}

/** Pages that are somewhere else now, the likest first. */
function findMoved(
  before: readonly PageSketch[],
  likeness: readonly Float32Array[],
  partners: ReadonlyMap<number, number>,
  afterCount: number,
): Map<number, number> {
  const taken = new Set(partners.values())
  const free = Array.from({ length: afterCount }, (_, index) => index).filter(index => !taken.has(index))
  const candidates = likeness
    .flatMap((row, old) =>
      partners.has(old) || isEmpty(before[old])
        ? []
        : free.map(index => ({ old, new: index, likeness: elementAt(row, index) })),
    )
    .filter(candidate => candidate.likeness >= minMovedLikeness)
    .sort((a, b) => b.likeness - a.likeness)
  const moved = new Map<number, number>()
  const takenNow = new Set<number>()
  for (const candidate of candidates) {
    if (moved.has(candidate.old) || takenNow.has(candidate.new)) continue
    moved.set(candidate.old, candidate.new)
    takenNow.add(candidate.new)
  }
  return moved
}

function isEmpty(page: PageSketch | undefined): boolean {
  return page !== undefined && page.wordCount === 0 && (page.thumbnail?.every(gray => gray > 250) ?? true)
}

function listPairs(
  beforeCount: number,
  afterCount: number,
  partners: ReadonlyMap<number, number>,
  moved: ReadonlyMap<number, number>,
): PagePair[] {
  const movedFrom = new Map([...moved].map(([old, index]) => [index, old]))
  const pairs: PagePair[] = []
  let [lastOld, lastNew] = [0, 0]
  for (const [old, index] of [...partners, [beforeCount, afterCount] as const]) {
    const removed = range(lastOld, old).filter(page => !moved.has(page))
    const inserted = range(lastNew, index)
    const added = inserted.filter(page => !movedFrom.has(page))
    // As many pages in the same place: rewritten pages rather than other ones.
    const rewritten =
      removed.length === added.length
        ? new Map(added.map((page, at) => [page, removed[at]]))
        : new Map<number, number>()
    if (rewritten.size === 0)
      for (const page of removed) pairs.push({ old: page, new: undefined, isMoved: false })
    for (const page of inserted)
      pairs.push({
        old: movedFrom.get(page) ?? rewritten.get(page),
        new: page,
        isMoved: movedFrom.has(page),
      })
    if (old < beforeCount && index < afterCount) pairs.push({ old, new: index, isMoved: false })
    ;[lastOld, lastNew] = [old + 1, index + 1]
  }
  return pairs
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
