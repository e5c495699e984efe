import { expect, test } from 'vitest'
import {
  firstPart,
  fitPart,
  frameMoments,
  latestStart,
  longestDuration,
  moveEnd,
  movePart,
  moveStart,
} from './video-part.ts'

const part = { startTime: 5, duration: 4 }

test('GIF-10 GIF-11 a part stays within the film, and a tenth of a second is the least', () => {
  expect(fitPart({ startTime: 19, duration: 8 }, 20)).toEqual({ startTime: 19, duration: 1 })
  expect(fitPart({ startTime: 99, duration: 8 }, 20)).toEqual({ startTime: 19.9, duration: 0.1 })
  expect(fitPart({ startTime: -1, duration: 0 }, 20)).toEqual({ startTime: 0, duration: 0.1 })
  expect(fitPart({ startTime: 3, duration: 45 }, undefined)).toEqual({ startTime: 3, duration: 30 })
  expect([latestStart(0.3), longestDuration(0, 0.3), latestStart(0.04)]).toEqual([0.2, 0.3, 0])
})

test('GIF-12 a film begins with all of it, or its first ten seconds', () => {
  expect(firstPart(3.27)).toEqual({ startTime: 0, duration: 3.2 })
  expect(firstPart(600)).toEqual({ startTime: 0, duration: 10 })
})

test('the beginning moves and the end stays, until the part would be too long or too short', () => {
  expect(moveStart(part, 6.5, 60)).toEqual({ startTime: 6.5, duration: 2.5 })
  expect(moveStart(part, 12, 60)).toEqual({ startTime: 8.9, duration: 0.1 })
  expect(moveStart({ startTime: 40, duration: 10 }, 0, 60)).toEqual({ startTime: 0, duration: 30 })
})

test('the end moves and the beginning stays', () => {
  expect(moveEnd(part, 7.24, 60)).toEqual({ startTime: 5, duration: 2.2 })
  expect(moveEnd(part, 2, 60)).toEqual({ startTime: 5, duration: 0.1 })
  expect(moveEnd(part, 99, 8)).toEqual({ startTime: 5, duration: 3 })
})

test('the whole part moves and keeps its length at both ends of the film', () => {
  expect(movePart(part, 30, 60)).toEqual({ startTime: 30, duration: 4 })
  expect(movePart(part, 59, 60)).toEqual({ startTime: 56, duration: 4 })
  expect(movePart(part, -3, 60)).toEqual({ startTime: 0, duration: 4 })
})

test('GIF-25 the preview shows as many frames as the GIF will have, evenly', () => {
  expect(frameMoments({ startTime: 1, duration: 0.5 }, 10)).toHaveLength(5)
  expect(frameMoments({ startTime: 1, duration: 0.5 }, 4)).toEqual([1, 1.25])
})
