import { expect, test } from 'vitest'
import {
  evidenceOf,
  isSupportedByAudio,
  needsVerification,
  type WindowConfidence,
} from './drop-hallucinations.ts'

const clear: WindowConfidence = { noSpeechProbability: 0.02, noteProbability: 0.02, meanLogProbability: -0.3 }
const segment = (from: number, until: number) => ({ tokens: { from, until } })

test('needsVerification: skips clear speech and flags short segments, music and low probability', () => {
  expect(needsVerification(clear, [segment(1, 20)])).toBe(false)
  expect(needsVerification(clear, [segment(1, 20), segment(22, 24)])).toBe(true)
  expect(needsVerification({ ...clear, noteProbability: 0.5 }, [segment(1, 20)])).toBe(true)
  expect(needsVerification({ ...clear, meanLogProbability: -0.9 }, [segment(1, 20)])).toBe(true)
})

test('isSupportedByAudio: rejects tokens that are as likely with silence', () => {
  const thanks = evidenceOf({ from: 1, until: 4 }, [0, -0.5, -0.4, -0.2], [0, -0.6, -0.5, -0.3])
  expect(thanks).toMatchObject({ tokens: 3 })
  expect(isSupportedByAudio(thanks, clear)).toBe(false)
})

test('isSupportedByAudio: accepts tokens that are much more likely with the audio', () => {
  expect(isSupportedByAudio({ likelihood: -0.4, gain: 2.3, tokens: 6 }, clear)).toBe(true)
  expect(
    isSupportedByAudio({ likelihood: -1.4, gain: 3, tokens: 40 }, { ...clear, noSpeechProbability: 0.6 }),
  ).toBe(true)
})

test('isSupportedByAudio: rejects a short exclamation over music', () => {
  const music = { noSpeechProbability: 0.7, noteProbability: 0.5, meanLogProbability: -0.7 }
  expect(isSupportedByAudio({ likelihood: -0.8, gain: 4.4, tokens: 2 }, music)).toBe(false)
})
