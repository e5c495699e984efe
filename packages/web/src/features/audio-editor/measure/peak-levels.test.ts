import { expect, test } from 'vitest'
import { emptyMeasures, withPiece } from './measures.ts'
import { extremesOf, fullScale, levelSamples, measurePeaks } from './peak-levels.ts'

const rateHz = 48_000
/** Silent but for one sample. */
function withSample(length: number, at: number, value: number): Float32Array {
  return new Float32Array(length).fill(value, at, at + 1)
}

test('one loud sample is seen at every size of stretch, in its own place', () => {
  const { levels, loudest } = measurePeaks([withSample(20_480, 9000, 0.5), withSample(20_480, 9000, -0.25)])
  levels.forEach((level, index) => {
    const stretch = Math.floor(9000 / (levelSamples[index] ?? 1))
    expect(level).toHaveLength((20_480 / (levelSamples[index] ?? 1)) * 2)
    expect(extremesOf(level, stretch, stretch + 1)).toEqual({
      low: Math.round(-0.25 * fullScale),
      high: Math.round(0.5 * fullScale),
    })
    expect(extremesOf(level, stretch + 1, stretch + 2)).toEqual({ low: 0, high: 0 })
  })
  expect(loudest[Math.floor(9000 / 512)]).toBe(0.5)
  expect(loudest[0]).toBe(0)
})

test('a last stretch that is not full is measured, and what is too loud for a file is cut', () => {
  const { levels, loudest } = measurePeaks([withSample(4097, 4096, -3)])
  expect(levels.map(level => level.at(-2))).toEqual([-fullScale, -fullScale, -fullScale])
  expect(loudest.at(-1)).toBe(3)
})

test('pieces stand one behind the other', () => {
  const energies = new Float32Array([0.5])
  const pieceOf = (at: number, length: number) => ({ ...measurePeaks([withSample(length, at, 1)]), energies })
  const empty = emptyMeasures(rateHz, 12_000)
  const first = withPiece(empty, pieceOf(100, 8192), 8192)
  const both = withPiece(first, pieceOf(3000, 3808), 3808)
  expect([empty, first, both].map(({ measuredSamples }) => measuredSamples)).toEqual([0, 8192, 12_000])
  const places = both.levels.map(level =>
    [...level].flatMap((value, index) => (value === fullScale ? [(index - 1) / 2] : [])),
  )
  expect(places).toEqual([
    [1, 174],
    [0, 21],
    [0, 2],
  ])
  expect(both.energyCount).toBe(2)
  expect(both.loudest[Math.floor(11_192 / 512)]).toBe(1)
})
