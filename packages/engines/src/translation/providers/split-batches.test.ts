import { expect, test } from 'vitest'
import { splitBatches } from './split-batches.ts'

const size = { sentences: 3, characters: 10 }

test('splitBatches: keeps order and content within the limits', () => {
  const sentences = Array.from({ length: 50 }, (_, index) => 'x'.repeat(index % 7))
  const batches = [...splitBatches(sentences, size)]
  expect(batches.flat()).toEqual(sentences)
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(3)
    expect(batch.join('').length).toBeLessThanOrEqual(10)
  }
})

test('splitBatches: puts an oversized sentence into its own batch', () => {
  expect([...splitBatches(['a', 'b'.repeat(20), 'c'], size)]).toEqual([['a'], ['b'.repeat(20)], ['c']])
})

test('splitBatches: yields nothing for no sentences', () => {
  expect([...splitBatches([], size)]).toEqual([])
})
