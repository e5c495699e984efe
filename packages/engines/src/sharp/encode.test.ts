import { expect, test } from 'vitest'
import { reduceColors } from './encode.ts'

const pixel = (red: number, green: number, blue: number, alpha = 255) => [red, green, blue, alpha]

function colorsOf(data: Uint8Array): Set<string> {
  const colors = new Set<string>()
  for (let offset = 0; offset < data.length; offset += 4) colors.add(data.subarray(offset, offset + 4).join())
  return colors
}

test('reduceColors: leaves at most the allowed number of colors', () => {
  const data = Uint8Array.from(
    Array.from({ length: 200 }, (_, index) => pixel(index, 255 - index, index % 7)).flat(),
  )
  reduceColors(data, 16)
  expect(colorsOf(data).size).toBe(16)
})

test('reduceColors: merges the most similar colors into their weighted mean', () => {
  const data = Uint8Array.from(
    [pixel(10, 10, 10), pixel(10, 10, 10), pixel(13, 13, 13), pixel(200, 0, 0)].flat(),
  )
  reduceColors(data, 2)
  expect([...colorsOf(data)]).toEqual(['11,11,11,255', '200,0,0,255'])
})

test('reduceColors: leaves images with few colors and transparent pixels unchanged', () => {
  const data = Uint8Array.from([pixel(1, 2, 3), pixel(4, 5, 6), pixel(9, 9, 9, 0)].flat())
  const before = data.slice()
  reduceColors(data, 2)
  expect(data).toEqual(before)
})
