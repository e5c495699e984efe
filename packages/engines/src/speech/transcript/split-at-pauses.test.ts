import { expect, test } from 'vitest'
import { framesPerSecond } from '../activity/measure-levels.ts'
import { splitAtPauses } from './split-at-pauses.ts'

/** Somebody speaks in seconds 0 to 2 and 6 to 8. */
const isActive = Uint8Array.from({ length: 10 * framesPerSecond }, (_, frame) => {
  const t = frame / framesPerSecond
  return t < 2 || (t >= 6 && t < 8) ? 1 : 0
})
const word = (text: string, startSeconds: number, endSeconds: number) => ({ text, startSeconds, endSeconds })

test('a silence cuts a segment in two, and no word lies in it', () => {
  const groups = splitAtPauses(
    [word('good', 0, 1), word('morning', 1, 3.5), word('now', 3.5, 7), word('then', 7, 8)],
    isActive,
  )
  expect(groups).toEqual([
    [word('good', 0, 1), word('morning', 1, 2)],
    [word('now', 6, 7), word('then', 7, 8)],
  ])
})

test('without a long silence a segment stays whole', () => {
  expect(splitAtPauses([word('good', 0, 1), word('day', 1, 2)], isActive)).toHaveLength(1)
  expect(splitAtPauses([], isActive)).toEqual([])
})
