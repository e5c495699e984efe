/** Finds what two rows of words have in common, by Myers' algorithm: the fewest words left out and put in. */

type Pair = readonly [index: number, otherIndex: number]

/** More changes than this are not worth the search: only the common beginning and end are answered then. */
const maxChanges = 1000

/** Pairs of places with equal words, in order. */
export function matchTokens(words: readonly string[], others: readonly string[]): readonly Pair[] {
  const shorter = Math.min(words.length, others.length)
  let head = 0
  while (head < shorter && words[head] === others[head]) head += 1
  let tail = 0
  while (tail < shorter - head && words.at(-1 - tail) === others.at(-1 - tail)) tail += 1

  const row = (length: number, at: number, otherAt: number) =>
    Array.from({ length }, (_, index): Pair => [at + index, otherAt + index])
  const middle = matchMiddle(
    words.slice(head, words.length - tail),
    others.slice(head, others.length - tail),
  ).map(([index, otherIndex]): Pair => [index + head, otherIndex + head])
  return [...row(head, 0, 0), ...middle, ...row(tail, words.length - tail, others.length - tail)]
}

/** How far each diagonal (place less other place) has been followed after so many changes. */
class Frontier {
  private readonly reached: Int32Array
  private readonly changes: number

  constructor(changes: number) {
    this.changes = changes
    this.reached = new Int32Array(2 * changes + 1)
  }

  at(diagonal: number): number {
    return this.reached[diagonal + this.changes] ?? -1
  }

  set(diagonal: number, at: number) {
    this.reached[diagonal + this.changes] = at
  }
}

/** A diagonal is entered from the one above by putting a word in, or from the one below by leaving one out. */
function enter(before: Frontier, diagonal: number, changes: number) {
  const isFromAbove =
    diagonal === -changes || (diagonal !== changes && before.at(diagonal - 1) < before.at(diagonal + 1))
  return isFromAbove
    ? { at: before.at(diagonal + 1), from: diagonal + 1 }
    : { at: before.at(diagonal - 1) + 1, from: diagonal - 1 }
}

function matchMiddle(words: readonly string[], others: readonly string[]): Pair[] {
  const frontiers: Frontier[] = []
  const limit = Math.min(maxChanges, words.length + others.length)
  for (let changes = 0; changes <= limit; changes += 1) {
    const before = frontiers.at(-1)
    const frontier = new Frontier(changes)
    frontiers.push(frontier)
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let { at } = before ? enter(before, diagonal, changes) : { at: 0 }
      while (at < words.length && at - diagonal < others.length && words[at] === others[at - diagonal])
        at += 1
      frontier.set(diagonal, at)
      if (at >= words.length && at - diagonal >= others.length)
        return walkBack(frontiers, words.length, words.length - others.length)
    }
  }
  return []
}

function walkBack(frontiers: readonly Frontier[], end: number, endDiagonal: number): Pair[] {
  const pairs: Pair[] = []
  let at = end
  let diagonal = endDiagonal
  for (let changes = frontiers.length - 1; changes >= 0; changes -= 1) {
    const before = frontiers[changes - 1]
    const entered = before ? enter(before, diagonal, changes) : { at: 0, from: diagonal }
    for (; at > entered.at; at -= 1) pairs.push([at - 1, at - 1 - diagonal])
    at = before ? before.at(entered.from) : 0
    diagonal = entered.from
  }
  return pairs.reverse()
}
