/** Longest common subsequence of two token lists by Myers' diff algorithm. */

type Pair = readonly [index: number, otherIndex: number]

/** Beyond this many changes only the common prefix and suffix are matched. */
const maxChanges = 1000

/** Index pairs of equal tokens, in order. */
export function matchTokens(words: readonly string[], others: readonly string[]): readonly Pair[] {
  const shorter = Math.min(words.length, others.length)
  let head = 0
  while (head < shorter && words[head] === others[head]) head += 1
  let tail = 0
  while (tail < shorter - head && words.at(-1 - tail) === others.at(-1 - tail)) tail += 1

  const run = (length: number, at: number, otherAt: number) =>
    Array.from({ length }, (_, index): Pair => [at + index, otherAt + index])
  const middle = matchMiddle(
    words.slice(head, words.length - tail),
    others.slice(head, others.length - tail),
  ).map(([index, otherIndex]): Pair => [index + head, otherIndex + head])
  return [...run(head, 0, 0), ...middle, ...run(tail, words.length - tail, others.length - tail)]
}

/** Furthest position reached on each diagonal (index minus other index) after a number of changes. */
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

/** A diagonal is entered from the one above by an insertion, or from the one below by a deletion. */
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
