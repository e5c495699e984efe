/** Scores of recognized text against the words of a page in reading order. */

export interface WordScore {
  /** Harmonic mean of precision and recall of the words, regardless of their order. */
  readonly f1: number
  /** 1 - word edit distance / number of words; can be negative. */
  readonly order: number
}

/** Lower-cased runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

export function scoreWords(truth: readonly string[], found: readonly string[]): WordScore {
  return {
    f1: f1Of(truth, found),
    order: truth.length === 0 ? 0 : 1 - editDistance(truth, found) / truth.length,
  }
}

function f1Of(truth: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of truth) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return truth.length + found.length === 0 ? 1 : (2 * shared) / (truth.length + found.length)
}

/** Levenshtein distance of whole words. */
function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Uint32Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, word] of one.entries()) {
    const next = new Uint32Array(other.length + 1)
    next[0] = at + 1
    for (let column = 1; column <= other.length; column += 1)
      next[column] = Math.min(
        (row[column - 1] as number) + (word === other[column - 1] ? 0 : 1),
        (row[column] as number) + 1,
        (next[column - 1] as number) + 1,
      )
    row = next
  }
  return row[other.length] as number
}
