import { expect, test } from 'vitest'
import { emptyMeasures, withPiece } from '../measure/measures.ts'
import { measurePeaks } from '../measure/peak-levels.ts'
import { columnAt, heightOfSample } from './draw-waveform.ts'
import { moveView, rulerStep, viewAround, viewWith, wholeView, zoomView } from './wave-view.ts'

test('coming closer keeps the moment under the pointer where it is', () => {
  const closer = zoomView(wholeView(60), 0.5, 45, 60)
  expect(closer).toEqual({ from: 22.5, to: 52.5 })
  expect(zoomView(closer, 2, 45, 60)).toEqual(wholeView(60))
  expect(zoomView(wholeView(60), 0.0001, 0, 60)).toEqual({ from: 0, to: 1 })
  expect(zoomView(wholeView(0.4), 0.5, 0.2, 0.4)).toEqual(wholeView(0.4))
})

test('the view never leaves the recording', () => {
  expect(moveView({ from: 10, to: 20 }, -30, 60)).toEqual({ from: 0, to: 10 })
  expect(moveView({ from: 10, to: 20 }, 300, 60)).toEqual({ from: 50, to: 60 })
  expect(viewAround({ from: 30, to: 40 }, 60)).toEqual({ from: 29.5, to: 40.5 })
  expect(viewWith({ from: 10, to: 20 }, 15, 60)).toEqual({ from: 10, to: 20 })
  expect(viewWith({ from: 10, to: 20 }, 30, 60)).toEqual({ from: 29.5, to: 39.5 })
})

test('the marks of the ruler are round and far enough apart', () => {
  expect(rulerStep(wholeView(60), 840)).toBe(10)
  expect(rulerStep(wholeView(3600), 840)).toBe(600)
  expect(rulerStep({ from: 0, to: 1 }, 840)).toBe(0.1)
})

test('a column shows the loudest of its stretch, and nothing where nothing was measured', () => {
  const samples = new Float32Array(48_000).fill(0.5, 24_000, 24_010)
  const piece = { ...measurePeaks([samples]), energies: new Float32Array(0) }
  const measures = withPiece(emptyMeasures(48_000, 96_000), piece, 48_000)
  expect(columnAt(measures, 0.4, 0.2)?.high).toBeCloseTo(0.5, 3)
  expect(columnAt(measures, 0.5, 0.001)?.high).toBeCloseTo(0.5, 3)
  expect(columnAt(measures, 0.1, 0.2)?.high).toBe(0)
  expect(columnAt(measures, 1.2, 0.1)).toBeUndefined()
})

test('heights show the volume; in decibels, what is quiet can be told from silence', () => {
  expect(heightOfSample(0.3, { gain: 2, isInDecibels: false })).toBeCloseTo(0.6, 5)
  expect(heightOfSample(-0.9, { gain: 2, isInDecibels: false })).toBe(-1)
  expect(heightOfSample(10 ** (-45 / 20), { gain: 2, isInDecibels: true })).toBeCloseTo(0.5, 5)
  expect(heightOfSample(0, { gain: 1, isInDecibels: true })).toBe(0)
  expect(heightOfSample(-1, { gain: 1, isInDecibels: true })).toBe(-1)
})
