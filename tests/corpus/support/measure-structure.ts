/** Scores the structure found in a document against the expected one. */

export interface Score {
  readonly precision: number
  readonly recall: number
}

/** Share of the expected words that were found in the right order (longest common subsequence). */
export function wordsInOrder(expected: string, found: string): number {
  const [want, have] = [wordsOf(expected), wordsOf(found)]
  let row = new Uint32Array(have.length + 1)
  for (const word of want) {
    const next = new Uint32Array(have.length + 1)
    for (let index = 0; index < have.length; index++) {
      next[index + 1] =
        have[index] === word ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0)
    }
    row = next
  }
  return want.length === 0 ? 1 : (row[have.length] ?? 0) / want.length
}

/** Each expected item counts once. */
export function scoreOf(expected: readonly string[], found: readonly string[]): Score {
  const left = [...expected]
  const hits = found.filter(item => {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  }).length
  return {
    precision: found.length === 0 ? 1 : hits / found.length,
    recall: expected.length === 0 ? 1 : hits / expected.length,
  }
}

/** Scripts without spaces are compared character by character. */
function wordsOf(text: string): string[] {
  return text.match(/[\u3000-\u9FFF]|[^\s\u3000-\u9FFF]+/g) ?? []
}
