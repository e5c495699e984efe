import { expect, test } from 'vitest'
import {
  clampPart,
  defaultPart,
  frameTimes,
  latestStart,
  longestDuration,
  movePart,
  movePartEnd,
  movePartStart,
} from './video-part.ts'

const part = { startTime: 5, duration: 4 }

test('GIF-10 GIF-11 clampPart: stays within the video, at least 0.1 s long', () => {
  expect(clampPart({ startTime: 19, duration: 8 }, 20)).toEqual({ startTime: 19, duration: 1 })
  expect(clampPart({ startTime: 99, duration: 8 }, 20)).toEqual({ startTime: 19.9, duration: 0.1 })
  expect(clampPart({ startTime: -1, duration: 0 }, 20)).toEqual({ startTime: 0, duration: 0.1 })
  expect(clampPart({ startTime: 3, duration: 45 }, undefined)).toEqual({ startTime: 3, duration: 30 })
  expect([latestStart(0.3), longestDuration(0, 0.3), latestStart(0.04)]).toEqual([0.2, 0.3, 0])
})

test('GIF-12 defaultPart: the whole video, or its first ten seconds', () => {
  expect(defaultPart(3.27)).toEqual({ startTime: 0, duration: 3.2 })
  expect(defaultPart(600)).toEqual({ startTime: 0, duration: 10 })
})

test('movePartStart: keeps the end unless the part would become too long or too short', () => {
  expect(movePartStart(part, 6.5, 60)).toEqual({ startTime: 6.5, duration: 2.5 })
  expect(movePartStart(part, 12, 60)).toEqual({ startTime: 8.9, duration: 0.1 })
  expect(movePartStart({ startTime: 40, duration: 10 }, 0, 60)).toEqual({ startTime: 0, duration: 30 })
})

test('movePartEnd: keeps the start', () => {
  expect(movePartEnd(part, 7.24, 60)).toEqual({ startTime: 5, duration: 2.2 })
  expect(movePartEnd(part, 2, 60)).toEqual({ startTime: 5, duration: 0.1 })
  expect(movePartEnd(part, 99, 8)).toEqual({ startTime: 5, duration: 3 })
})

test('movePart: keeps the duration at both ends of the video', () => {
  expect(movePart(part, 30, 60)).toEqual({ startTime: 30, duration: 4 })
  expect(movePart(part, 59, 60)).toEqual({ startTime: 56, duration: 4 })
  expect(movePart(part, -3, 60)).toEqual({ startTime: 0, duration: 4 })
})

test('GIF-25 frameTimes: evenly spaced, as many as the GIF has frames', () => {
  expect(frameTimes({ startTime: 1, duration: 0.5 }, 10)).toHaveLength(5)
  expect(frameTimes({ startTime: 1, duration: 0.5 }, 4)).toEqual([1, 1.25])
})
