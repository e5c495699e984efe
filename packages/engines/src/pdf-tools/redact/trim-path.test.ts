import { expect, test } from 'vitest'
import { identity } from '../../pdf/read/matrix.ts'
import { rectangle } from './mark.ts'
import { trimPath } from './trim-path.ts'

const marks = [{ frame: rectangle(10, 10, 30, 20) }]

test('trimPath: leaves paths that only cross a mark', () => {
  expect(trimPath([{ operator: 're', numbers: [0, 0, 100, 100] }], identity, marks)).toBeUndefined()
  const line = [
    { operator: 'm', numbers: [0, 15] },
    { operator: 'l', numbers: [50, 15] },
  ]
  expect(trimPath(line, identity, marks)).toBeUndefined()
})

test('trimPath: drops subpaths inside of a mark, in the coordinates of the stream', () => {
  const path = [
    { operator: 're', numbers: [6, 6, 2, 2] },
    { operator: 're', numbers: [50, 50, 2, 2] },
  ]
  expect(trimPath(path, [2, 0, 0, 2, 0, 0], marks)).toBe('50 50 m\n52 50 l\n52 52 l\n50 52 l\nh')
})

test('trimPath: moves points of curves inside of a mark to its edge', () => {
  const path = [
    { operator: 'm', numbers: [0, 0] },
    { operator: 'l', numbers: [20, 19] },
    { operator: 'v', numbers: [40, 40, 12, 15] },
  ]
  expect(trimPath(path, identity, marks)).toBe('0 0 m\n20 20 l\n20 20 40 40 10 15 c')
})

test('trimPath: lines end at the edge of a mark, in the same direction', () => {
  const bar = [{ operator: 're', numbers: [15, 0, 5, 15] }]
  expect(trimPath(bar, identity, marks)).toBe('15 0 m\n20 0 l\n20 10 l\n15 10 l\nh')
  const line = [
    { operator: 'm', numbers: [20, 15] },
    { operator: 'l', numbers: [40, 25] },
  ]
  expect(trimPath(line, identity, marks)).toBe('30 20 m\n40 25 l')
})

test('trimPath: a filled path is cut as if it were closed', () => {
  const corner = [
    { operator: 'm', numbers: [15, 15] },
    { operator: 'l', numbers: [15, 0] },
    { operator: 'l', numbers: [0, 0] },
    { operator: 'l', numbers: [0, 15] },
  ]
  expect(trimPath(corner, identity, marks, true)).toBe('10 15 m\n15 10 l\n15 0 l\n0 0 l\n0 15 l')
  expect(trimPath(corner, identity, marks)).toBe('15 10 m\n15 0 l\n0 0 l\n0 15 l')
})
