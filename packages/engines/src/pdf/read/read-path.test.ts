import { expect, test } from 'vitest'
import type { Box, Fill, Rule } from '../../page-layout/page-model.ts'
import { identity } from './matrix.ts'
import { type PathPaint, readPath } from './read-path.ts'

function read(data: readonly number[], paint: PathPaint) {
  const found = { rules: [] as Rule[], fills: [] as Fill[], strokes: [] as Box[] }
  readPath(data, identity, paint, {
    rule: rule => found.rules.push(rule),
    fill: fill => found.fills.push(fill),
    stroke: box => found.strokes.push(box),
  })
  return found
}

const box = (width: number, height: number) => [
  0,
  10,
  10,
  1,
  10 + width,
  10,
  1,
  10 + width,
  10 + height,
  1,
  10,
  10 + height,
  4,
]

test('readPath: turns a filled rectangle into a fill, and a thin one into a rule', () => {
  const paint = { fillColor: '#ff0000', lineWidth: 1 }
  expect(read(box(100, 40), paint).fills).toMatchObject([{ left: 10, right: 110, color: '#ff0000' }])
  expect(read(box(100, 1), paint).rules).toMatchObject([{ isHorizontal: true, thickness: 1 }])
})

test('readPath: turns a stroked rectangle into four rules', () => {
  const { rules } = read(box(100, 40), { strokeColor: '#000000', lineWidth: 1 })
  expect(rules.map(rule => rule.isHorizontal)).toEqual([true, false, true, false])
})

test('readPath: reports curves and slanted lines as strokes', () => {
  const paint = { strokeColor: '#000000', lineWidth: 1 }
  expect(read([0, 0, 0, 2, 1, 9, 5, 9, 9, 0], paint).strokes).toHaveLength(1)
  expect(read([0, 0, 0, 1, 30, 30], paint)).toMatchObject({ rules: [], strokes: [{ right: 30 }] })
})

test('readPath: treats a rectangle with rounded corners as a rectangle, but not any curve', () => {
  const rounded = [
    ...[0, 20, 10, 1, 100, 10, 2, 106, 10, 110, 14, 110, 20, 1, 110, 40, 2, 110, 46, 106, 50, 100, 50],
    ...[1, 20, 50, 2, 14, 50, 10, 46, 10, 40, 1, 10, 20, 2, 10, 14, 14, 10, 20, 10, 4],
  ]
  const paint = { strokeColor: '#000000', fillColor: '#eeeeee', lineWidth: 1 }
  expect(read(rounded, paint)).toMatchObject({ strokes: [], fills: [{ left: 10, bottom: 50 }] })
  expect(read(rounded, paint).rules).toHaveLength(4)
  expect(read([0, 310, 70, 2, 310, 110, 50, 110, 50, 74], paint).fills).toEqual([])
})
