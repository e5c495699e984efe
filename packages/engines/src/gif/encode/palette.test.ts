import { expect, test } from 'vitest'
import { countColors } from './palette.ts'

const opaque = 0xff_00_00_00
const pixels = (...colors: readonly number[]) => Uint32Array.from(colors, color => color + opaque)
const distance = (one: number, other: number) =>
  [0, 8, 16].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)

test('countColors: keeps all colors if there are few, and ignores transparent pixels', () => {
  const counts = countColors()
  counts.add(Uint32Array.from([opaque + 0x112233, opaque + 0xaabbcc, 0x7f_00_00_ff]), undefined)
  expect(counts.choosePalette(255).colors.toSorted()).toEqual([0x112233, 0xaabbcc].toSorted())
})

test('countColors: only counts pixels that differ from the frame before', () => {
  const counts = countColors()
  counts.add(pixels(0x101010, 0x202020), pixels(0x101010, 0x303030))
  expect(counts.choosePalette(255).colors).toEqual([0x202020])
})

test('nearest: finds the same distance as a comparison with every color', () => {
  const counts = countColors()
  const all = Array.from({ length: 5000 }, (_, index) => Math.imul(index + 1, 0x9e3779b1) & 0xff_ff_ff)
  counts.add(pixels(...all), undefined)
  const { colors, nearest } = counts.choosePalette(255)
  expect(colors).toHaveLength(255)
  for (const color of all.slice(0, 500)) {
    const least = Math.min(...colors.map(other => distance(color, other)))
    expect(distance(color, colors[nearest(color)] ?? 0)).toBe(least)
  }
})
