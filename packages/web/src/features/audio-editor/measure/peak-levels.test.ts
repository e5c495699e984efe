import { expect, test } from 'vitest'
import { addChunk, createMeasurements } from './audio-measurements.ts'
import { extremesOf, fullScale, levelBlockSamples, measurePeaks } from './peak-levels.ts'

const rateHz = 48_000
/** Silence except for one sample. */
function withSample(length: number, at: number, value: number): Float32Array {
  return new Float32Array(length).fill(value, at, at + 1)
}

test('measurePeaks: a single loud sample appears in its block at every level', () => {
  const { levels, peaks } = measurePeaks([withSample(20_480, 9000, 0.5), withSample(20_480, 9000, -0.25)])
  levels.forEach((level, index) => {
    const block = Math.floor(9000 / (levelBlockSamples[index] ?? 1))
    expect(level).toHaveLength((20_480 / (levelBlockSamples[index] ?? 1)) * 2)
    expect(extremesOf(level, block, block + 1)).toEqual({
      low: Math.round(-0.25 * fullScale),
      high: Math.round(0.5 * fullScale),
    })
    expect(extremesOf(level, block + 1, block + 2)).toEqual({ low: 0, high: 0 })
  })
  expect(peaks[Math.floor(9000 / 512)]).toBe(0.5)
  expect(peaks[0]).toBe(0)
})

test('measurePeaks: measures an incomplete last block and clips samples beyond full scale', () => {
  const { levels, peaks } = measurePeaks([withSample(4097, 4096, -3)])
  expect(levels.map(level => level.at(-2))).toEqual([-fullScale, -fullScale, -fullScale])
  expect(peaks.at(-1)).toBe(3)
})

test('addChunk: appends chunks one after another', () => {
  const energies = new Float32Array([0.5])
  const chunkOf = (at: number, length: number) => ({ ...measurePeaks([withSample(length, at, 1)]), energies })
  const empty = createMeasurements(rateHz, 12_000)
  const first = addChunk(empty, chunkOf(100, 8192), 8192)
  const both = addChunk(first, chunkOf(3000, 3808), 3808)
  expect([empty, first, both].map(({ measuredSamples }) => measuredSamples)).toEqual([0, 8192, 12_000])
  const peakBlocks = both.levels.map(level =>
    [...level].flatMap((value, index) => (value === fullScale ? [(index - 1) / 2] : [])),
  )
  expect(peakBlocks).toEqual([
    [1, 174],
    [0, 21],
    [0, 2],
  ])
  expect(both.energyCount).toBe(2)
  expect(both.peaks[Math.floor(11_192 / 512)]).toBe(1)
})
