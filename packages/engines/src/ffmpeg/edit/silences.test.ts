import { expect, test } from 'vitest'
import { keptStepsExpression, rangesToRemove, readSilences, type StepRange } from './silences.ts'

const rule = { minSeconds: 0.5, keptSeconds: 0.1 }
const started = (frame: number) => `frame:${frame}  pts:1  pts_time:1\nlavfi.silence_start=1.92011\n`
const ended = (frame: number) =>
  `frame:${frame} pts:1 pts_time:1\nlavfi.silence_end=3.4\nlavfi.silence_duration=1.4\n`

test('readSilences: dates the start of a silence back by the minimum duration', () => {
  expect(readSilences(started(242) + ended(340), 800, rule)).toEqual([{ from: 193, to: 340 }])
  expect(readSilences(started(49), 800, rule)).toEqual([{ from: 0, to: 800 }])
  expect(readSilences('', 800, rule)).toEqual([])
})

test('rangesToRemove: keeps half of the retained silence on either side of the sound', () => {
  const silences = [
    { from: 0, to: 100 },
    { from: 200, to: 300 },
    { from: 700, to: 800 },
  ]
  expect(rangesToRemove(silences, 800, rule)).toEqual([
    { from: 0, to: 95 },
    { from: 205, to: 295 },
    { from: 705, to: 800 },
  ])
})

test('keptStepsExpression: evaluates to 0 inside and 1 outside of every removed range', () => {
  const removed: StepRange[] = Array.from({ length: 37 }, (_, index) => ({
    from: index * 20 + 3,
    to: index * 20 + 11,
  }))
  const isKept = evaluate(keptStepsExpression(removed))
  for (let step = 0; step < 800; step += 1)
    expect(isKept(step)).toBe(removed.some(({ from, to }) => step >= from && step < to) ? 0 : 1)
})

test('keptStepsExpression: nests logarithmically, ten comparisons for a thousand ranges', () => {
  const removed = Array.from({ length: 1000 }, (_, index) => ({ from: index * 9 + 1, to: index * 9 + 5 }))
  const expression = keptStepsExpression(removed)
  let [depth, deepest] = [0, 0]
  for (const sign of expression) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    deepest = Math.max(deepest, depth)
  }
  expect(deepest).toBeLessThanOrEqual(13)
})

/** Evaluates the subset of ffmpeg's expression language that the module uses. */
function evaluate(expression: string): (n: number) => unknown {
  const script = expression.replaceAll('if(', 'either(')
  return new Function(
    'n',
    `const lt = (a, b) => a < b; const either = (is, yes, no) => is ? yes : no; return ${script}`,
  ) as (n: number) => unknown
}
