import { expect, test } from 'vitest'
import { defaultAudioSettings, toAudioRequest } from './edit-settings.ts'
import {
  clampTrim,
  createTrimHistory,
  fullTrim,
  moveTrimEnd,
  moveTrimStart,
  pushTrim,
  redoTrim,
  undoTrim,
} from './trim.ts'

const length = 60.0041

test('AUD-10 moveTrimStart and moveTrimEnd: cover 0 to 100 % of the duration and never cross', () => {
  expect(clampTrim(fullTrim, length)).toEqual({ from: 0, to: length })
  expect(moveTrimStart(fullTrim, -5, length)).toEqual({ from: 0, to: Infinity })
  expect(clampTrim(moveTrimStart(fullTrim, 99, length), length).from).toBeCloseTo(length - 0.05, 3)
  expect(moveTrimEnd({ from: 20, to: 30 }, 3, length)).toEqual({ from: 20, to: 20.05 })
  expect(moveTrimEnd({ from: 20, to: 30 }, 1000, length)).toEqual({ from: 20, to: Infinity })
  expect(moveTrimStart({ from: 20, to: 30 }, 21.23456, length)).toEqual({ from: 21.235, to: 30 })
})

test('clampTrim: an untrimmed end follows a changed duration', () => {
  const { to } = moveTrimEnd({ from: 1, to: 2 }, length, length)
  expect(clampTrim({ from: 1, to }, 61)).toEqual({ from: 1, to: 61 })
  expect(clampTrim({ from: 70, to: 80 }, 61)).toEqual({ from: 60.95, to: 61 })
})

test('AUD-09 AUD-10 toAudioRequest: sends volume as a ratio and the selection in seconds, without an untrimmed end', () => {
  const settings = { ...defaultAudioSettings, volumePercent: 85 }
  expect(toAudioRequest(settings, { from: 1.5, to: 9.25 })).toMatchObject({
    volume: 0.85,
    trimStart: 1.5,
    trimEnd: 9.25,
  })
  expect(toAudioRequest(settings, { from: 1.5, to: Infinity })).not.toHaveProperty('trimEnd')
})

test('undoTrim and redoTrim: step through the history; a drag is one step', () => {
  const dragged = pushTrim(
    { ...createTrimHistory(), trim: { from: 3, to: Infinity } },
    { from: 5, to: Infinity },
    fullTrim,
  )
  const twice = pushTrim(dragged, { from: 5, to: 20 })
  expect(undoTrim(twice).trim).toEqual({ from: 5, to: Infinity })
  expect(undoTrim(undoTrim(twice)).trim).toEqual(fullTrim)
  expect(redoTrim(undoTrim(twice)).trim).toEqual({ from: 5, to: 20 })
  expect(undoTrim(createTrimHistory())).toEqual(createTrimHistory())
  expect(pushTrim(undoTrim(twice), { from: 6, to: 9 }).future).toEqual([])
  expect(pushTrim(twice, twice.trim).past).toHaveLength(2)
})
