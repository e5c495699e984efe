/** Converts visual order to logical order for bidirectional text. */
import { elementAt } from '../element-at.ts'

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const leftToRight =
  /[A-Za-z\u00AA\u00B5\u00BA\u00C0-\u02B8\u0370-\u0588\u0900-\u1FFF\u3040-\u9FFF\uAC00-\uD7AF]/
const combining = /^\p{M}$/u
const digits = /\p{Nd}/u
const joinsNumbers = /[.,:/\-+%]/
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/** Decided by the majority of letters, so that a few foreign words do not change the direction of a line. */
export function isRightToLeftText(text: string): boolean {
  let balance = 0
  for (const character of text) {
    if (rightToLeft.test(character)) balance += 1
    else if (leftToRight.test(character)) balance -= 1
  }
  return balance > 0
}

/** Logical order of the characters of one word given in visual order. */
export function readingOrder(text: string): string {
  if (!hasRightToLeft(text)) return text
  const clusters = clustersOf(text).reverse()
  const ordered: string[] = []
  for (let index = 0; index < clusters.length; ) {
    const end = numberEnd(clusters, index)
    if (end > index) {
      ordered.push(...clusters.slice(index, end).reverse())
      index = end
    } else {
      const cluster = elementAt(clusters, index)
      ordered.push(mirrored[cluster] ?? cluster)
      index += 1
    }
  }
  return ordered.join('')
}

/** Indexes of words, given in visual order, in reading order. */
export function wordOrder(words: readonly string[], isLineRightToLeft: boolean): number[] {
  const indexes = words.map((_, index) => index)
  const isForeign = words.map(word => isStrong(word, isLineRightToLeft))
  if (!isLineRightToLeft && !words.some(hasRightToLeft)) return indexes
  const runs: { isForeign: boolean; indexes: number[] }[] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    // Neutral words between two foreign ones belong to their run.
    const nextStrong = indexes.slice(index).find(at => isStrongAny(elementAt(words, at)))
    const foreign =
      isForeign[index] ||
      (last?.isForeign === true &&
        !isStrongAny(elementAt(words, index)) &&
        nextStrong !== undefined &&
        isForeign[nextStrong] === true)
    if (last && last.isForeign === foreign) last.indexes.push(index)
    else runs.push({ isForeign: foreign, indexes: [index] })
  }
  if (isLineRightToLeft)
    return runs.reverse().flatMap(run => (run.isForeign ? run.indexes : run.indexes.reverse()))
  return runs.flatMap(run => (run.isForeign ? run.indexes.reverse() : run.indexes))
}

function isStrong(word: string, towardsRight: boolean): boolean {
  const isRightToLeft = hasRightToLeft(word)
  return towardsRight ? !isRightToLeft && leftToRight.test(word) : isRightToLeft
}

function isStrongAny(word: string): boolean {
  return hasRightToLeft(word) || leftToRight.test(word)
}

/** End of a run of Latin letters or digits, which is read from left to right. */
function numberEnd(clusters: readonly string[], start: number): number {
  const isForeign = (cluster: string) => digits.test(cluster) || leftToRight.test(cluster)
  if (!isForeign(elementAt(clusters, start))) return start
  let end = start + 1
  for (let index = end; index < clusters.length; index++) {
    const cluster = elementAt(clusters, index)
    if (isForeign(cluster)) end = index + 1
    else if (!joinsNumbers.test(cluster)) break
  }
  return end
}

function clustersOf(text: string): string[] {
  const clusters: string[] = []
  for (const character of text) {
    if (combining.test(character) && clusters.length > 0) clusters[clusters.length - 1] += character
    else clusters.push(character)
  }
  return clusters
}
