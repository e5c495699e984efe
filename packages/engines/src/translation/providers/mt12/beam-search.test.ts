import { describe, expect, test } from 'vitest'
import { beamSearch, type Decoder, type LiveRow, repeatsItself } from './beam-search.ts'

const start = 9
const end = 0

/** A scripted decoder: token probabilities by prefix; unlisted tokens are unlikely. */
function scripted(probabilities: (sentence: number, prefixes: readonly number[]) => Record<number, number>) {
  const steps: number[] = []
  let prefixes: number[][] = []
  const decoder: Decoder = {
    async next(rows: readonly LiveRow[]) {
      steps.push(rows.length)
      const isFirst = steps.length === 1
      prefixes = rows.map(row => (isFirst ? [] : [...(prefixes[row.from] ?? []), row.lastToken]))
      const width = 4
      const logProbabilities: number[] = []
      const ids: number[] = []
      for (const [index, row] of rows.entries()) {
        const likely = Object.entries(probabilities(row.sentence, prefixes[index] ?? []))
          .map(([token, probability]) => ({ token: Number(token), probability }))
          .sort((a, b) => b.probability - a.probability)
        for (let position = 0; position < width; position += 1) {
          logProbabilities.push(Math.log(likely[position]?.probability ?? 1e-9))
          ids.push(likely[position]?.token ?? 50 + position)
        }
      }
      return { width, logProbabilities, ids }
    },
  }
  return { decoder, steps }
}

const settings = (maxTokens: number[], beams = 4) => ({ beams, startToken: start, endToken: end, maxTokens })

describe('beamSearch', () => {
  test('finds a better translation after a less likely start', async () => {
    // 1 is the best start, but only 2 continues well.
    const probabilities = (_: number, prefixes: readonly number[]): Record<number, number> => {
      if (prefixes.length === 0) return { 1: 0.6, 2: 0.4 }
      if (prefixes.length === 2) return { [end]: 0.99 }
      return prefixes[0] === 1 ? { 3: 0.3, 4: 0.3 } : { 5: 0.98 }
    }
    const wide = await beamSearch(scripted(probabilities).decoder, settings([10]))
    const narrow = await beamSearch(scripted(probabilities).decoder, settings([10], 1))
    expect(wide).toEqual([[2, 5]])
    expect(narrow).toEqual([[1, 3]])
  })

  test('keeps the sentences of a batch separate and ends each independently', async () => {
    const lengths = [1, 4, 2]
    const { decoder, steps } = scripted((sentence, prefixes) =>
      prefixes.length === lengths[sentence]
        ? { [end]: 0.99 }
        : { [10 + sentence]: 0.9, [20 + sentence]: 0.05 },
    )
    const found = await beamSearch(decoder, settings([20, 20, 20]))
    expect(found).toEqual([[10], [11, 11, 11, 11], [12, 12]])
    // One row per sentence in the first step, and only unfinished sentences in the last.
    expect(steps[0]).toBe(3)
    expect(steps.at(-1)).toBeLessThanOrEqual(4)
  })

  test('truncates an endless translation', async () => {
    const { decoder, steps } = scripted((_, prefixes) => ({ [100 + prefixes.length]: 0.9 }))
    const [found] = await beamSearch(decoder, settings([7]))
    expect(found).toEqual([100, 101, 102, 103, 104, 105, 106])
    expect(steps).toHaveLength(7)
  })

  test('escapes a repetition loop', async () => {
    const { decoder } = scripted((_, prefixes) =>
      prefixes.length > 12 ? { [end]: 0.9 } : { 7: 0.9, 8: 0.05 },
    )
    const [found = []] = await beamSearch(decoder, settings([40]))
    expect(found.join('')).not.toContain('7777777')
  })

  test('handles an empty batch', async () => {
    expect(await beamSearch(scripted(() => ({})).decoder, settings([]))).toEqual([])
  })
})

describe('repeatsItself', () => {
  test.each([
    [[1, 2, 1, 2, 1, 2, 1], 2, true],
    [[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2], 3, true],
    [[1, 2, 1, 2, 1], 2, false],
    [[5, 5, 5, 5, 5], 5, true],
    // '....' may be intended.
    [[5, 5, 5], 5, false],
    [[1, 2, 3, 4, 5], 6, false],
  ])('%j then %d: %s', (tokens, token, expected) => {
    expect(repeatsItself(tokens, token)).toBe(expected)
  })
})
