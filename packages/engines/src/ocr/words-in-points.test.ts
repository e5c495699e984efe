import { expect, test } from 'vitest'
import { wordsInPoints } from './words-in-points.ts'

const word = (text: string, y: number, height: number, line = '1') => ({
  text,
  x: 300,
  y,
  width: 150,
  height,
  confidence: 90,
  line,
})

test('wordsInPoints: gives all words of a line the same baseline and font size', () => {
  // 12 points at 300 dpi are 50 pixels: an x-height of about 23, capitals of 34.
  const words = wordsInPoints([word('The', 100, 34), word('quay', 111, 34), word('was', 111, 23)], 72 / 300)
  expect(new Set(words.map(({ baseline }) => baseline)).size).toBe(1)
  expect(words[0]?.baseline).toBeCloseTo(134 * 0.24)
  expect(words.map(({ size }) => size)).toEqual([12, 12, 12])
  expect(words[0]).toMatchObject({ left: 72, right: 108 })
})

test('wordsInPoints: ignores boxes that are as high as the space between the lines', () => {
  const tall = ['OTHER', 'THAN', 'BY', 'VEHICLE', 'SALES'].map(text => word(text, 85, 70))
  const words = wordsInPoints([word('Total', 100, 34), word('Costs', 100, 34), ...tall], 72 / 300)
  expect(words.map(({ size }) => size)).toEqual(Array(7).fill(12))
  expect(words[0]?.baseline).toBeCloseTo(134 * 0.24)
})

test('wordsInPoints: drops words with low confidence', () => {
  expect(wordsInPoints([{ ...word('~.', 0, 4), confidence: 12 }], 0.24)).toEqual([])
})
