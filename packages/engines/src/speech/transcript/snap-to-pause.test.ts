import { expect, test } from 'vitest'
import { framesPerSecond } from '../activity/measure-levels.ts'
import { snapToPause } from './snap-to-pause.ts'

/** Somebody speaks in seconds 1 to 4 and 4.5 to 8. */
const isActive = Uint8Array.from({ length: 20 * framesPerSecond }, (_, frame) => {
  const t = frame / framesPerSecond
  return (t >= 1 && t < 4) || (t >= 4.5 && t < 8) ? 1 : 0
})

test('an edge near a pause or in it is moved to the side where somebody speaks', () => {
  expect(snapToPause(0.4, isActive, 'start')).toBe(1)
  expect(snapToPause(4.2, isActive, 'end')).toBe(4)
  expect(snapToPause(4.2, isActive, 'start')).toBe(4.5)
  expect(snapToPause(3.7, isActive, 'end')).toBe(4)
  expect(snapToPause(5, isActive, 'start')).toBe(4.5)
  expect(snapToPause(8.3, isActive, 'end')).toBe(8)
})

test('far from any pause, or deep in silence, the model is believed', () => {
  expect(snapToPause(2.5, isActive, 'end')).toBe(2.5)
  expect(snapToPause(14, isActive, 'start')).toBe(14)
})
