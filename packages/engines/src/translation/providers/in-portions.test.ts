import { expect, test } from 'vitest'
import { inPortions } from './in-portions.ts'

const size = { sentences: 3, characters: 10 }

test('portions keep the order and lose nothing', () => {
  const sentences = Array.from({ length: 50 }, (_, index) => 'x'.repeat(index % 7))
  const portions = [...inPortions(sentences, size)]
  expect(portions.flat()).toEqual(sentences)
  for (const portion of portions) {
    expect(portion.length).toBeLessThanOrEqual(3)
    expect(portion.join('').length).toBeLessThanOrEqual(10)
  }
})

test('a sentence that is too long gets a portion of its own', () => {
  expect([...inPortions(['a', 'b'.repeat(20), 'c'], size)]).toEqual([['a'], ['b'.repeat(20)], ['c']])
})

test('nothing makes no portion', () => {
  expect([...inPortions([], size)]).toEqual([])
})
