import { expect, test } from 'vitest'
import { keptFrom, planCuts, toResultTime, toSourceTime } from './cut-plan.ts'
import { findSilences } from './find-silences.ts'

/** A tenth of a second each. */
function loudestOf(...runs: readonly (readonly [seconds: number, decibels: number])[]): Float32Array {
  return Float32Array.from(
    runs.flatMap(([seconds, decibels]) => Array.from({ length: seconds * 10 }, () => 10 ** (decibels / 20))),
  )
}
const rounded = (stretches: readonly { from: number; to: number }[]) =>
  stretches.map(({ from, to }) => [Math.round(from * 1000) / 1000, Math.round(to * 1000) / 1000])

const audio = loudestOf([1, -90], [3, -12], [0.4, -70], [2, -12], [2, -60], [1, -12])
const all = { from: 0, to: 9.4 }

test('AUD-11 silence is what stays below the threshold for half a second and more', () => {
  expect(rounded(findSilences(audio, 0.1, -50, all))).toEqual([
    [0, 1],
    [6.4, 8.4],
  ])
  expect(rounded(findSilences(audio, 0.1, -65, all))).toEqual([[0, 1]])
  expect(rounded(findSilences(audio, 0.1, -50, { from: 7, to: 9 }))).toEqual([[7, 8.4]])
  expect(findSilences(audio, 0.1, -50, { from: 8.1, to: 9 })).toEqual([])
})

test('AUD-11 of a silence between sounds a tenth of a second stays, at the ends half of that', () => {
  const plan = planCuts(all, findSilences(audio, 0.1, -50, all))
  expect(rounded(plan.kept)).toEqual([
    [0.95, 6.45],
    [8.35, 9.4],
  ])
  expect(plan.lengthSeconds).toBeCloseTo(6.55, 5)
})

test('where there is nothing but silence, nothing is taken out', () => {
  expect(planCuts(all, [{ from: 0, to: 9.4 }]).kept).toEqual([all])
})

test('moments of the recording and of the result find each other', () => {
  const plan = planCuts(all, findSilences(audio, 0.1, -50, all))
  expect(toResultTime(plan, 1.95)).toBeCloseTo(1, 5)
  expect(toResultTime(plan, 7)).toBeCloseTo(5.5, 5)
  expect(toResultTime(plan, 8.85)).toBeCloseTo(6, 5)
  expect(toResultTime(plan, 0)).toBe(0)
  expect(toSourceTime(plan, 6)).toBeCloseTo(8.85, 5)
  expect(toSourceTime(plan, 99)).toBe(9.4)
  expect(rounded(keptFrom(plan, 7))).toEqual([[8.35, 9.4]])
  expect(rounded(keptFrom(plan, 2))).toEqual([
    [2, 6.45],
    [8.35, 9.4],
  ])
})
