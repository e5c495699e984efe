import { expect, test } from 'vitest'
import { findSpeech } from './find-speech.ts'
import { createLevels, type Levels } from './levels.ts'
import { bytesPerFrame, framesPerSecond } from './measure-levels.ts'
import { planWindows } from './plan-windows.ts'

/** Levels of a film that swells like syllables where somebody speaks. */
function video(seconds: number, isSpeaking: (t: number) => boolean): Levels {
  const bytes = new Uint8Array(seconds * framesPerSecond * bytesPerFrame)
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const t = frame / framesPerSecond
    const level = isSpeaking(t) ? 20 + Math.round(8 * Math.sin(2 * Math.PI * 4 * t)) : 90
    bytes.fill(level, frame * bytesPerFrame, (frame + 1) * bytesPerFrame)
  }
  return createLevels(bytes)
}

function plan(levels: Levels) {
  const activity = findSpeech(levels)
  return { activity, windows: planWindows(levels, activity) }
}

test('windows fit into half a minute, begin and end in pauses, and miss nothing', () => {
  const { activity, windows } = plan(video(90, t => t % 6 < 4.5))
  const lengths = windows.map(({ pieces }) =>
    pieces.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0),
  )
  expect(Math.max(...lengths)).toBeLessThanOrEqual(30)
  expect(windows.every(({ overlapSeconds }) => overlapSeconds === 0)).toBe(true)
  expect(activity.stretches).toHaveLength(15)
  const pieces = windows.flatMap(window => window.pieces)
  for (const { from, until } of activity.stretches) {
    const isInside = pieces.some(
      ({ startSeconds, endSeconds }) =>
        startSeconds <= from / framesPerSecond && endSeconds >= until / framesPerSecond,
    )
    expect(isInside).toBe(true)
  }
  expect(windows).toHaveLength(3)
})

test('of a long silence inside a window two seconds are kept', () => {
  const { windows } = plan(video(20, t => t < 5 || t >= 15))
  expect(windows).toHaveLength(1)
  const [first, second] = windows[0]?.pieces ?? []
  expect(first?.endSeconds).toBeCloseTo(6.5, 1)
  expect(second?.startSeconds).toBeCloseTo(13.5, 1)
})

test('of the pauses late in a window the longest is cut at', () => {
  const pauses = [
    [10, 10.6],
    [19, 21],
    [25, 25.6],
  ] as const
  const { windows } = plan(video(40, t => !pauses.some(([from, until]) => t >= from && t < until)))
  expect(windows[0]?.pieces.at(-1)?.endSeconds).toBeCloseTo(19.5, 1)
  expect(windows[1]?.pieces[0]?.startSeconds).toBeCloseTo(20.5, 1)
})

test('whoever speaks without a pause is heard twice around the cut', () => {
  const { windows } = plan(video(70, () => true))
  expect(windows.length).toBeGreaterThan(2)
  expect(windows[0]?.overlapSeconds).toBe(0)
  for (const [index, { pieces, overlapSeconds }] of windows.entries()) {
    if (index === 0) continue
    const lastEnd = windows[index - 1]?.pieces.at(-1)?.endSeconds ?? 0
    expect(overlapSeconds).toBeGreaterThan(2)
    expect(lastEnd - (pieces[0]?.startSeconds ?? 0)).toBeCloseTo(overlapSeconds, 5)
  }
  expect(windows.at(-1)?.pieces.at(-1)?.endSeconds).toBe(70)
})

test('a film without speech has no windows', () => {
  expect(plan(video(20, () => false)).windows).toEqual([])
})
