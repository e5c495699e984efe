/** chrF2 score: similarity of translations and references by shared character n-grams of up to six characters. */

const maxOrder = 6
/** Weight of recall relative to precision. */
const beta = 2

/** 0 to 100 for the whole corpus: n-gram counts are summed before they are compared. */
export function chrf(translations: readonly string[], references: readonly string[]): number {
  const scores: number[] = []
  for (let order = 1; order <= maxOrder; order += 1) {
    let shared = 0
    let translationTotal = 0
    let referenceTotal = 0
    for (const [index, translation] of translations.entries()) {
      const found = ngramCounts(translation, order)
      const expected = ngramCounts(references[index] ?? '', order)
      for (const [ngram, count] of found) shared += Math.min(count, expected.get(ngram) ?? 0)
      translationTotal += total(found)
      referenceTotal += total(expected)
    }
    if (translationTotal === 0 || referenceTotal === 0) continue
    const precision = shared / translationTotal
    const recall = shared / referenceTotal
    const sum = beta ** 2 * precision + recall
    scores.push(sum === 0 ? 0 : ((1 + beta ** 2) * precision * recall) / sum)
  }
  return scores.length === 0 ? 0 : (100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length
}

/** Counts of character n-grams, ignoring spaces. */
function ngramCounts(text: string, order: number): Map<string, number> {
  const letters = [...text.replace(/\s+/gu, '')]
  const counts = new Map<string, number>()
  for (let start = 0; start + order <= letters.length; start += 1) {
    const ngram = letters.slice(start, start + order).join('')
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  }
  return counts
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
