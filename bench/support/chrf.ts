/** chrF2: how alike translations and references are, by the sequences of up to six letters they share. */

const maxOrder = 6
/** How many times more finding everything counts than adding nothing. */
const beta = 2

/** 0 to 100 over a whole set, as the metric is meant: counts are added up before they are compared. */
export function chrf(translations: readonly string[], references: readonly string[]): number {
  const scores: number[] = []
  for (let order = 1; order <= maxOrder; order += 1) {
    let shared = 0
    let written = 0
    let wanted = 0
    for (const [index, translation] of translations.entries()) {
      const found = sequences(translation, order)
      const expected = sequences(references[index] ?? '', order)
      for (const [sequence, count] of found) shared += Math.min(count, expected.get(sequence) ?? 0)
      written += total(found)
      wanted += total(expected)
    }
    if (written === 0 || wanted === 0) continue
    const precision = shared / written
    const recall = shared / wanted
    const sum = beta ** 2 * precision + recall
    scores.push(sum === 0 ? 0 : ((1 + beta ** 2) * precision * recall) / sum)
  }
  return scores.length === 0 ? 0 : (100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length
}

/** Spaces do not count. */
function sequences(text: string, order: number): Map<string, number> {
  const letters = [...text.replace(/\s+/gu, '')]
  const counts = new Map<string, number>()
  for (let start = 0; start + order <= letters.length; start += 1) {
    const sequence = letters.slice(start, start + order).join('')
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
  }
  return counts
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
