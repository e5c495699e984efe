import { describe, expect, test } from 'vitest'
import { beamSearch, type Decoder, type LiveRow, repeatsItself } from './beam-search.ts'

const start = 9
const end = 0

/** A decoder that knows how likely every piece is after a beginning; what is not named is unlikely. */
function scripted(chances: (sentence: number, begun: readonly number[]) => Record<number, number>) {
  const steps: number[] = []
  let begun: number[][] = []
  const decoder: Decoder = {
    async next(rows: readonly LiveRow[]) {
      steps.push(rows.length)
      const isFirst = steps.length === 1
      begun = rows.map(row => (isFirst ? [] : [...(begun[row.from] ?? []), row.lastPiece]))
      const width = 4
      const logProbabilities: number[] = []
      const ids: number[] = []
      for (const [index, row] of rows.entries()) {
        const likely = Object.entries(chances(row.sentence, begun[index] ?? []))
          .map(([piece, chance]) => ({ piece: Number(piece), chance }))
          .sort((a, b) => b.chance - a.chance)
        for (let place = 0; place < width; place += 1) {
          logProbabilities.push(Math.log(likely[place]?.chance ?? 1e-9))
          ids.push(likely[place]?.piece ?? 50 + place)
        }
      }
      return { width, logProbabilities, ids }
    },
  }
  return { decoder, steps }
}

const settings = (maxPieces: number[], beams = 4) => ({ beams, startPiece: start, endPiece: end, maxPieces })

describe('the search', () => {
  test('finds a likelier translation behind a less likely beginning', async () => {
    // 1 looks best at first, but only 2 goes on well.
    const chances = (_: number, begun: readonly number[]): Record<number, number> => {
      if (begun.length === 0) return { 1: 0.6, 2: 0.4 }
      if (begun.length === 2) return { [end]: 0.99 }
      return begun[0] === 1 ? { 3: 0.3, 4: 0.3 } : { 5: 0.98 }
    }
    const wide = await beamSearch(scripted(chances).decoder, settings([10]))
    const narrow = await beamSearch(scripted(chances).decoder, settings([10], 1))
    expect(wide).toEqual([[2, 5]])
    expect(narrow).toEqual([[1, 3]])
  })

  test('sentences of a batch do not mix, and each ends when it is done', async () => {
    const lengths = [1, 4, 2]
    const { decoder, steps } = scripted((sentence, begun) =>
      begun.length === lengths[sentence] ? { [end]: 0.99 } : { [10 + sentence]: 0.9, [20 + sentence]: 0.05 },
    )
    const found = await beamSearch(decoder, settings([20, 20, 20]))
    expect(found).toEqual([[10], [11, 11, 11, 11], [12, 12]])
    // One row a sentence at first; the last step serves only what is left.
    expect(steps[0]).toBe(3)
    expect(steps.at(-1)).toBeLessThanOrEqual(4)
  })

  test('a translation that never ends is cut at its limit', async () => {
    const { decoder, steps } = scripted((_, begun) => ({ [100 + begun.length]: 0.9 }))
    const [found] = await beamSearch(decoder, settings([7]))
    expect(found).toEqual([100, 101, 102, 103, 104, 105, 106])
    expect(steps).toHaveLength(7)
  })

  test('a model that repeats itself is led out of the loop', async () => {
    const { decoder } = scripted((_, begun) => (begun.length > 12 ? { [end]: 0.9 } : { 7: 0.9, 8: 0.05 }))
    const [found = []] = await beamSearch(decoder, settings([40]))
    expect(found.join('')).not.toContain('7777777')
  })

  test('nothing to translate is nothing to do', async () => {
    expect(await beamSearch(scripted(() => ({})).decoder, settings([]))).toEqual([])
  })
})

describe('a loop', () => {
  test.each([
    [[1, 2, 1, 2, 1, 2, 1], 2, true],
    [[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2], 3, true],
    [[1, 2, 1, 2, 1], 2, false],
    [[5, 5, 5, 5, 5], 5, true],
    // '....' may be meant.
    [[5, 5, 5], 5, false],
    [[1, 2, 3, 4, 5], 6, false],
  ])('%j then %d: %s', (pieces, piece, expected) => {
    expect(repeatsItself(pieces, piece)).toBe(expected)
  })
})
