import { expect, test } from 'vitest'
import { fitSize, maxRuns } from '../start-gif.ts'
import { effortsFrom } from './efforts.ts'

const efforts = effortsFrom('high', false)
const bytesOf = (position: number) => 1000 - 60 * position

test.each([900, 700, 430, 250])('fitSize: finds the best effort within %i bytes', async maxBytes => {
  let runs = 0
  const fitted = await fitSize(efforts, maxBytes, async effort => {
    runs += 1
    return bytesOf(efforts.indexOf(effort))
  })
  const best = efforts.findIndex((_, position) => bytesOf(position) <= maxBytes)
  expect(fitted).toMatchObject({ fits: true, bytes: bytesOf(best) })
  expect(runs).toBeLessThanOrEqual(maxRuns(efforts))
})

test('fitSize: returns the smallest result when none fits', async () => {
  const fitted = await fitSize(efforts, 10, async effort => bytesOf(efforts.indexOf(effort)))
  expect(fitted).toMatchObject({ fits: false, bytes: bytesOf(efforts.length - 1) })
})

test('effortsFrom: reduces fidelity before size and frame rate, and keeps every image of a slideshow', () => {
  expect(efforts.findIndex(({ scale }) => scale < 1)).toBeGreaterThan(3)
  expect(effortsFrom('low', true).every(({ keepEvery }) => keepEvery === 1)).toBe(true)
  const lossies = efforts.map(({ gif }) => gif.lossy)
  expect(lossies).toEqual(lossies.toSorted((a, b) => a - b))
})
