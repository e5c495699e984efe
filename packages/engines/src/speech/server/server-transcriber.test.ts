import { expect, test } from 'vitest'
import { detectSpeech } from '../vad/detect-speech.ts'
import { createFrameLevels } from '../vad/frame-levels.ts'
import { bytesPerFrame, framesPerSecond } from '../vad/measure-levels.ts'
import { languageCode, splitIntoUploads } from './server-transcriber.ts'

function uploads(seconds: number, isSpeaking: (t: number) => boolean) {
  const bytes = new Uint8Array(seconds * framesPerSecond * bytesPerFrame)
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const t = frame / framesPerSecond
    const level = isSpeaking(t) ? 20 + Math.round(8 * Math.sin(2 * Math.PI * 4 * t)) : 90
    bytes.fill(level, frame * bytesPerFrame, (frame + 1) * bytesPerFrame)
  }
  const levels = createFrameLevels(bytes)
  return splitIntoUploads(levels, detectSpeech(levels))
}

test('splitIntoUploads: splits an hour into uploads of at most ten minutes at the longest late pause, without gaps', () => {
  const ranges = uploads(3600, t => t % 60 < 57 && !(t > 530 && t < 540))
  expect(ranges.length).toBeGreaterThan(5)
  expect(ranges[0]?.endSeconds).toBeCloseTo(535, -1)
  for (const [index, { startSeconds, endSeconds }] of ranges.entries()) {
    expect(endSeconds - startSeconds).toBeLessThanOrEqual(600)
    if (index > 0) expect(startSeconds).toBe(ranges[index - 1]?.endSeconds)
  }
})

test('splitIntoUploads: splits continuous speech and uploads nothing for a silent video', () => {
  const ranges = uploads(1300, () => true)
  expect(ranges).toHaveLength(3)
  expect(uploads(30, () => false)).toEqual([])
})

test('languageCode: maps names to codes and keeps codes', () => {
  expect(['english', 'German', 'zh', 'yue', ' chinese '].map(languageCode)).toEqual([
    'en',
    'de',
    'zh',
    'yue',
    'zh',
  ])
})
