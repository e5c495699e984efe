import { expect, test } from 'vitest'
import { detectSpeech } from './detect-speech.ts'
import { createFrameLevels, type FrameLevels } from './frame-levels.ts'
import { bytesPerFrame, framesPerSecond } from './measure-levels.ts'
import { splitIntoWindows } from './speech-windows.ts'

/** Levels modulated like syllables where `isSpeaking` is true. */
function video(seconds: number, isSpeaking: (t: number) => boolean): FrameLevels {
  const bytes = new Uint8Array(seconds * framesPerSecond * bytesPerFrame)
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const t = frame / framesPerSecond
    const level = isSpeaking(t) ? 20 + Math.round(8 * Math.sin(2 * Math.PI * 4 * t)) : 90
    bytes.fill(level, frame * bytesPerFrame, (frame + 1) * bytesPerFrame)
  }
  return createFrameLevels(bytes)
}

function split(levels: FrameLevels) {
  const activity = detectSpeech(levels)
  return { activity, windows: splitIntoWindows(levels, activity) }
}

test('splitIntoWindows: windows are at most 30 seconds, split at pauses, and cover all speech', () => {
  const { activity, windows } = split(video(90, t => t % 6 < 4.5))
  const lengths = windows.map(({ ranges }) =>
    ranges.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0),
  )
  expect(Math.max(...lengths)).toBeLessThanOrEqual(30)
  expect(windows.every(({ overlapSeconds }) => overlapSeconds === 0)).toBe(true)
  expect(activity.intervals).toHaveLength(15)
  const ranges = windows.flatMap(window => window.ranges)
  for (const { from, until } of activity.intervals) {
    const isInside = ranges.some(
      ({ startSeconds, endSeconds }) =>
        startSeconds <= from / framesPerSecond && endSeconds >= until / framesPerSecond,
    )
    expect(isInside).toBe(true)
  }
  expect(windows).toHaveLength(3)
})

test('splitIntoWindows: keeps two seconds of a long silence inside a window', () => {
  const { windows } = split(video(20, t => t < 5 || t >= 15))
  expect(windows).toHaveLength(1)
  const [first, second] = windows[0]?.ranges ?? []
  expect(first?.endSeconds).toBeCloseTo(6.5, 1)
  expect(second?.startSeconds).toBeCloseTo(13.5, 1)
})

test('splitIntoWindows: splits at the longest late pause', () => {
  const pauses = [
    [10, 10.6],
    [19, 21],
    [25, 25.6],
  ] as const
  const { windows } = split(video(40, t => !pauses.some(([from, until]) => t >= from && t < until)))
  expect(windows[0]?.ranges.at(-1)?.endSeconds).toBeCloseTo(19.5, 1)
  expect(windows[1]?.ranges[0]?.startSeconds).toBeCloseTo(20.5, 1)
})

test('splitIntoWindows: overlaps windows of continuous speech', () => {
  const { windows } = split(video(70, () => true))
  expect(windows.length).toBeGreaterThan(2)
  expect(windows[0]?.overlapSeconds).toBe(0)
  for (const [index, { ranges, overlapSeconds }] of windows.entries()) {
    if (index === 0) continue
    const lastEnd = windows[index - 1]?.ranges.at(-1)?.endSeconds ?? 0
    expect(overlapSeconds).toBeGreaterThan(2)
    expect(lastEnd - (ranges[0]?.startSeconds ?? 0)).toBeCloseTo(overlapSeconds, 5)
  }
  expect(windows.at(-1)?.ranges.at(-1)?.endSeconds).toBe(70)
})

test('splitIntoWindows: returns no windows without speech', () => {
  expect(split(video(20, () => false)).windows).toEqual([])
})
