import { expect, test } from 'vitest'
import { createCutList, keptRangesFrom, toResultTime, toSourceTime } from './cut-list.ts'
import { findSilences } from './use-selection-preview.ts'

/** Peaks of blocks of 0.1 s. */
function peaksOf(...runs: readonly (readonly [seconds: number, decibels: number])[]): Float32Array {
  return Float32Array.from(
    runs.flatMap(([seconds, decibels]) => Array.from({ length: seconds * 10 }, () => 10 ** (decibels / 20))),
  )
}
const rounded = (ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => [Math.round(from * 1000) / 1000, Math.round(to * 1000) / 1000])

const audio = peaksOf([1, -90], [3, -12], [0.4, -70], [2, -12], [2, -60], [1, -12])
const all = { from: 0, to: 9.4 }

test('AUD-11 findSilences: finds ranges below the threshold for at least half a second', () => {
  expect(rounded(findSilences(audio, 0.1, -50, all))).toEqual([
    [0, 1],
    [6.4, 8.4],
  ])
  expect(rounded(findSilences(audio, 0.1, -65, all))).toEqual([[0, 1]])
  expect(rounded(findSilences(audio, 0.1, -50, { from: 7, to: 9 }))).toEqual([[7, 8.4]])
  expect(findSilences(audio, 0.1, -50, { from: 8.1, to: 9 })).toEqual([])
})

test('AUD-11 createCutList: keeps 0.1 s of an inner silence and half of that at the ends', () => {
  const cutList = createCutList(all, findSilences(audio, 0.1, -50, all))
  expect(rounded(cutList.kept)).toEqual([
    [0.95, 6.45],
    [8.35, 9.4],
  ])
  expect(cutList.lengthSeconds).toBeCloseTo(6.55, 5)
})

test('createCutList: keeps everything if all of it is silent', () => {
  expect(createCutList(all, [{ from: 0, to: 9.4 }]).kept).toEqual([all])
})

test('toResultTime and toSourceTime: map between source and result time across cuts', () => {
  const cutList = createCutList(all, findSilences(audio, 0.1, -50, all))
  expect(toResultTime(cutList, 1.95)).toBeCloseTo(1, 5)
  expect(toResultTime(cutList, 7)).toBeCloseTo(5.5, 5)
  expect(toResultTime(cutList, 8.85)).toBeCloseTo(6, 5)
  expect(toResultTime(cutList, 0)).toBe(0)
  expect(toSourceTime(cutList, 6)).toBeCloseTo(8.85, 5)
  expect(toSourceTime(cutList, 99)).toBe(9.4)
  expect(rounded(keptRangesFrom(cutList, 7))).toEqual([[8.35, 9.4]])
  expect(rounded(keptRangesFrom(cutList, 2))).toEqual([
    [2, 6.45],
    [8.35, 9.4],
  ])
})
