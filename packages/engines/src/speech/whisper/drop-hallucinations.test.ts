import { expect, test } from 'vitest'
import { evidenceOf, isDoubtful, type WindowSigns, wasHeard } from './drop-hallucinations.ts'

const calm: WindowSigns = { noSpeechProbability: 0.02, noteProbability: 0.02, meanLogProbability: -0.3 }
const segment = (from: number, until: number) => ({ tokens: { from, until } })

test('a clear sentence needs no second look; two words, music and mumbling do', () => {
  expect(isDoubtful(calm, [segment(1, 20)])).toBe(false)
  expect(isDoubtful(calm, [segment(1, 20), segment(22, 24)])).toBe(true)
  expect(isDoubtful({ ...calm, noteProbability: 0.5 }, [segment(1, 20)])).toBe(true)
  expect(isDoubtful({ ...calm, meanLogProbability: -0.9 }, [segment(1, 20)])).toBe(true)
})

test('words that silence would bring as well were not heard', () => {
  const thanks = evidenceOf({ from: 1, until: 4 }, [0, -0.5, -0.4, -0.2], [0, -0.6, -0.5, -0.3])
  expect(thanks).toMatchObject({ tokens: 3 })
  expect(wasHeard(thanks, calm)).toBe(false)
})

test('words that only this sound brings were heard', () => {
  expect(wasHeard({ likelihood: -0.4, gain: 2.3, tokens: 6 }, calm)).toBe(true)
  expect(wasHeard({ likelihood: -1.4, gain: 3, tokens: 40 }, { ...calm, noSpeechProbability: 0.6 })).toBe(
    true,
  )
})

test('a cry over music was not', () => {
  const music = { noSpeechProbability: 0.7, noteProbability: 0.5, meanLogProbability: -0.7 }
  expect(wasHeard({ likelihood: -0.8, gain: 4.4, tokens: 2 }, music)).toBe(false)
})
