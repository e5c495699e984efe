import { expect, test } from 'vitest'
import { findSpeech } from '../activity/find-speech.ts'
import { createLevels } from '../activity/levels.ts'
import { bytesPerFrame, framesPerSecond } from '../activity/measure-levels.ts'
import { languageCode } from './language-code.ts'
import { planSendings } from './plan-sendings.ts'

function sendings(seconds: number, isSpeaking: (t: number) => boolean) {
  const bytes = new Uint8Array(seconds * framesPerSecond * bytesPerFrame)
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const t = frame / framesPerSecond
    const level = isSpeaking(t) ? 20 + Math.round(8 * Math.sin(2 * Math.PI * 4 * t)) : 90
    bytes.fill(level, frame * bytesPerFrame, (frame + 1) * bytesPerFrame)
  }
  const levels = createLevels(bytes)
  return planSendings(levels, findSpeech(levels))
}

test('an hour is sent in pieces of at most ten minutes, cut in the longest late pause, and nothing is missing', () => {
  const pieces = sendings(3600, t => t % 60 < 57 && !(t > 530 && t < 540))
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces[0]?.endSeconds).toBeCloseTo(535, -1)
  for (const [index, { startSeconds, endSeconds }] of pieces.entries()) {
    expect(endSeconds - startSeconds).toBeLessThanOrEqual(600)
    if (index > 0) expect(startSeconds).toBe(pieces[index - 1]?.endSeconds)
  }
})

test('who never pauses is cut all the same, and a silent film is not sent', () => {
  const pieces = sendings(1300, () => true)
  expect(pieces).toHaveLength(3)
  expect(sendings(30, () => false)).toEqual([])
})

test('languages are codes, whatever a server calls them', () => {
  expect(['english', 'German', 'zh', 'yue', ' chinese '].map(languageCode)).toEqual([
    'en',
    'de',
    'zh',
    'yue',
    'zh',
  ])
})
