import { expect, test } from 'vitest'
import { keptSteps, readSilences, type Stretch, stretchesToRemove } from './silences.ts'

const rule = { leastSeconds: 0.5, keptSeconds: 0.1 }
const started = (frame: number) => `frame:${frame}  pts:1  pts_time:1\nlavfi.silence_start=1.92011\n`
const ended = (frame: number) =>
  `frame:${frame} pts:1 pts_time:1\nlavfi.silence_end=3.4\nlavfi.silence_duration=1.4\n`

test('a silence began half a second before it was announced', () => {
  expect(readSilences(started(242) + ended(340), 800, rule)).toEqual([{ from: 193, to: 340 }])
  expect(readSilences(started(49), 800, rule)).toEqual([{ from: 0, to: 800 }])
  expect(readSilences('', 800, rule)).toEqual([])
})

test('of each a breath stays, half of it on either side of what is heard', () => {
  const silences = [
    { from: 0, to: 100 },
    { from: 200, to: 300 },
    { from: 700, to: 800 },
  ]
  expect(stretchesToRemove(silences, 800, rule)).toEqual([
    { from: 0, to: 95 },
    { from: 205, to: 295 },
    { from: 705, to: 800 },
  ])
})

test('every step is kept or not, as the stretches say', () => {
  const removed: Stretch[] = Array.from({ length: 37 }, (_, index) => ({
    from: index * 20 + 3,
    to: index * 20 + 11,
  }))
  const isKept = evaluate(keptSteps(removed))
  for (let step = 0; step < 800; step += 1)
    expect(isKept(step)).toBe(removed.some(({ from, to }) => step >= from && step < to) ? 0 : 1)
})

test('a thousand pauses cost ten comparisons, not a thousand', () => {
  const removed = Array.from({ length: 1000 }, (_, index) => ({ from: index * 9 + 1, to: index * 9 + 5 }))
  const expression = keptSteps(removed)
  let [depth, deepest] = [0, 0]
  for (const sign of expression) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    deepest = Math.max(deepest, depth)
  }
  expect(deepest).toBeLessThanOrEqual(13)
})

/** The little of ffmpeg's language that is used. */
function evaluate(expression: string): (n: number) => unknown {
  const script = expression.replaceAll('if(', 'either(')
  return new Function(
    'n',
    `const lt = (a, b) => a < b; const either = (is, yes, no) => is ? yes : no; return ${script}`,
  ) as (n: number) => unknown
}
