import { expect, test } from 'vitest'
import { holdPixels } from './hold-pixels.ts'

const shown = Buffer.from([100, 100, 100, 255, 100, 100, 100, 255, 10, 10, 10, 0])

test('holdPixels: keeps pixels within the threshold and updates the others', () => {
  const next = Buffer.from([104, 96, 100, 255, 100, 105, 100, 255, 12, 10, 10, 255])
  holdPixels(shown, next, 4)
  expect([...next]).toEqual([100, 100, 100, 255, 100, 105, 100, 255, 12, 10, 10, 255])
})

test('holdPixels: lets slow changes through, because it compares with the displayed frame', () => {
  let before = Buffer.from([0, 0, 0, 255])
  const seen: number[] = []
  for (let red = 3; red <= 12; red += 3) {
    const next = Buffer.from([red, 0, 0, 255])
    holdPixels(before, next, 4)
    seen.push(next[0] ?? 0)
    before = next
  }
  expect(seen).toEqual([0, 6, 6, 12])
})
