import { expect, test } from 'vitest'
import { framesPerSecond } from '../vad/measure-levels.ts'
import { alignWords } from './align-words.ts'

/** Voice activity in the given seconds. */
function active(seconds: number, ...spans: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from({ length: seconds * framesPerSecond }, (_, frame) => {
    const t = (frame + 0.5) / framesPerSecond
    return spans.some(([from, until]) => t > from && t < until) ? 1 : 0
  })
}

/** A word with a normal distribution around its end time; uniform without one. */
function word(text: string, isActive: Uint8Array, endSeconds?: number) {
  const raw = Array.from({ length: isActive.length + 1 }, (_, frame) =>
    endSeconds === undefined ? 0 : -(((frame / framesPerSecond - endSeconds) / 0.2) ** 2) / 2,
  )
  const whole = Math.log(raw.reduce((sum, score) => sum + Math.exp(score), 0))
  return { text, endLikelihoods: Float32Array.from(raw, score => score - whole) }
}

const seconds = (spans: ReturnType<typeof alignWords>) =>
  spans.map(({ from, until }) => [from / framesPerSecond, until / framesPerSecond])

test('alignWords: ends words at their most likely times without gaps', () => {
  const isActive = active(3, [0, 3])
  const spans = seconds(
    alignWords(
      [word(' one', isActive, 0.5), word(' two', isActive, 1.6), word(' six', isActive, 2.9)],
      isActive,
    ),
  )
  expect(spans[0]?.[1]).toBeCloseTo(0.5, 0)
  expect(spans[1]?.[0]).toBe(spans[0]?.[1])
  expect(Math.abs((spans[1]?.[1] ?? 0) - 1.6)).toBeLessThan(0.2)
  expect(spans[2]?.[0]).toBe(spans[1]?.[1])
})

test('alignWords: excludes pauses from words, even if the model is late', () => {
  const isActive = active(5, [0.5, 1.5], [3, 4])
  const spans = seconds(alignWords([word(' good', isActive, 2), word(' night', isActive, 4.2)], isActive))
  expect(spans).toEqual([
    [0.5, 1.5],
    [3, 4],
  ])
})

test('alignWords: distributes time by word length if the model has no preference', () => {
  const isActive = active(3, [0, 3])
  const spans = seconds(
    alignWords([word(' I', isActive), word(' understand', isActive), word(' it.', isActive, 2.95)], isActive),
  )
  const lengths = spans.map(([from = 0, until = 0]) => until - from)
  expect(lengths[1]).toBeGreaterThan(2 * (lengths[0] ?? 9))
  expect(lengths[1]).toBeGreaterThan(1.5 * (lengths[2] ?? 9))
})

test('alignWords: tolerates a single outlier', () => {
  const isActive = active(4, [0, 4])
  const ends = [1, 0.1, 3, 4]
  const spans = seconds(
    alignWords(
      ends.map(end => word(' word', isActive, end)),
      isActive,
    ),
  )
  expect(Math.abs((spans[0]?.[1] ?? 0) - 1)).toBeLessThan(0.3)
  expect(Math.abs((spans[2]?.[1] ?? 0) - 3)).toBeLessThan(0.3)
  expect(spans[1]?.[1]).toBeGreaterThan(1)
})

test('alignWords: handles no words, empty audio and silence', () => {
  expect(alignWords([], active(2, [0, 1]))).toEqual([])
  const nothing = new Uint8Array(0)
  expect(alignWords([word(' one', nothing)], nothing)).toEqual([{ from: 0, until: 0 }])
  const silence = active(1)
  const spans = alignWords([word(' one', silence, 0.4), word(' two', silence, 0.8)], silence)
  expect(spans[1]?.from).toBe(spans[0]?.until)
  expect(spans[1]?.until).toBeLessThanOrEqual(50)
})
