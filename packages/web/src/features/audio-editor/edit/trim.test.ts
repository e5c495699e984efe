import { expect, test } from 'vitest'
import { defaultSettings, fieldsOf } from './edit-settings.ts'
import {
  boundTrim,
  moveEnd,
  moveStart,
  newTrimHistory,
  redoTrim,
  undoTrim,
  wholeTrim,
  withTrim,
} from './trim.ts'

const length = 60.0041

test('AUD-10 both ends go from 0 to 100 % of the duration, and never pass each other', () => {
  expect(boundTrim(wholeTrim, length)).toEqual({ from: 0, to: length })
  expect(moveStart(wholeTrim, -5, length)).toEqual({ from: 0, to: Infinity })
  expect(boundTrim(moveStart(wholeTrim, 99, length), length).from).toBeCloseTo(length - 0.05, 3)
  expect(moveEnd({ from: 20, to: 30 }, 3, length)).toEqual({ from: 20, to: 20.05 })
  expect(moveEnd({ from: 20, to: 30 }, 1000, length)).toEqual({ from: 20, to: Infinity })
  expect(moveStart({ from: 20, to: 30 }, 21.23456, length)).toEqual({ from: 21.235, to: 30 })
})

test('the end of a recording stays its end, whatever length it turns out to have', () => {
  const { to } = moveEnd({ from: 1, to: 2 }, length, length)
  expect(boundTrim({ from: 1, to }, 61)).toEqual({ from: 1, to: 61 })
  expect(boundTrim({ from: 70, to: 80 }, 61)).toEqual({ from: 60.95, to: 61 })
})

test('AUD-09 AUD-10 volume is sent as a ratio, the selection in seconds, the very end not at all', () => {
  const settings = { ...defaultSettings, volumePercent: 85 }
  expect(fieldsOf(settings, { from: 1.5, to: 9.25 })).toMatchObject({
    volume: 0.85,
    trimStart: 1.5,
    trimEnd: 9.25,
  })
  expect(fieldsOf(settings, { from: 1.5, to: Infinity })).not.toHaveProperty('trimEnd')
})

test('every step can be undone and redone; a drag is one step', () => {
  const dragged = withTrim(
    { ...newTrimHistory(), trim: { from: 3, to: Infinity } },
    { from: 5, to: Infinity },
    wholeTrim,
  )
  const twice = withTrim(dragged, { from: 5, to: 20 })
  expect(undoTrim(twice).trim).toEqual({ from: 5, to: Infinity })
  expect(undoTrim(undoTrim(twice)).trim).toEqual(wholeTrim)
  expect(redoTrim(undoTrim(twice)).trim).toEqual({ from: 5, to: 20 })
  expect(undoTrim(newTrimHistory())).toEqual(newTrimHistory())
  expect(withTrim(undoTrim(twice), { from: 6, to: 9 }).future).toEqual([])
  expect(withTrim(twice, twice.trim).past).toHaveLength(2)
})
