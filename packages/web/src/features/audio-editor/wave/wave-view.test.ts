import { expect, test } from 'vitest'
import { addChunk, createMeasurements } from '../measure/audio-measurements.ts'
import { measurePeaks } from '../measure/peak-levels.ts'
import { columnAt, heightOfSample } from './draw-waveform.ts'
import { fullView, rulerStep, scrollView, viewAround, viewIncluding, zoomView } from './wave-view.ts'

test('zoomView: keeps the time under the pointer in place', () => {
  const closer = zoomView(fullView(60), 0.5, 45, 60)
  expect(closer).toEqual({ from: 22.5, to: 52.5 })
  expect(zoomView(closer, 2, 45, 60)).toEqual(fullView(60))
  expect(zoomView(fullView(60), 0.0001, 0, 60)).toEqual({ from: 0, to: 1 })
  expect(zoomView(fullView(0.4), 0.5, 0.2, 0.4)).toEqual(fullView(0.4))
})

test('scrollView: stays within the audio', () => {
  expect(scrollView({ from: 10, to: 20 }, -30, 60)).toEqual({ from: 0, to: 10 })
  expect(scrollView({ from: 10, to: 20 }, 300, 60)).toEqual({ from: 50, to: 60 })
  expect(viewAround({ from: 30, to: 40 }, 60)).toEqual({ from: 29.5, to: 40.5 })
  expect(viewIncluding({ from: 10, to: 20 }, 15, 60)).toEqual({ from: 10, to: 20 })
  expect(viewIncluding({ from: 10, to: 20 }, 30, 60)).toEqual({ from: 29.5, to: 39.5 })
})

test('rulerStep: returns round steps far enough apart', () => {
  expect(rulerStep(fullView(60), 840)).toBe(10)
  expect(rulerStep(fullView(3600), 840)).toBe(600)
  expect(rulerStep({ from: 0, to: 1 }, 840)).toBe(0.1)
})

test('columnAt: returns the peaks of its range, undefined where nothing is measured', () => {
  const samples = new Float32Array(48_000).fill(0.5, 24_000, 24_010)
  const chunk = { ...measurePeaks([samples]), energies: new Float32Array(0) }
  const measurements = addChunk(createMeasurements(48_000, 96_000), chunk, 48_000)
  expect(columnAt(measurements, 0.4, 0.2)?.high).toBeCloseTo(0.5, 3)
  expect(columnAt(measurements, 0.5, 0.001)?.high).toBeCloseTo(0.5, 3)
  expect(columnAt(measurements, 0.1, 0.2)?.high).toBe(0)
  expect(columnAt(measurements, 1.2, 0.1)).toBeUndefined()
})

test('heightOfSample: reflects the gain, and separates quiet audio from silence in decibels', () => {
  expect(heightOfSample(0.3, { gain: 2, isInDecibels: false })).toBeCloseTo(0.6, 5)
  expect(heightOfSample(-0.9, { gain: 2, isInDecibels: false })).toBe(-1)
  expect(heightOfSample(10 ** (-45 / 20), { gain: 2, isInDecibels: true })).toBeCloseTo(0.5, 5)
  expect(heightOfSample(0, { gain: 1, isInDecibels: true })).toBe(0)
  expect(heightOfSample(-1, { gain: 1, isInDecibels: true })).toBe(-1)
})
