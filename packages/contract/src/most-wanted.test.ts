import { expect, test } from 'vitest'
import { outputsFrom } from './conversions.ts'
import { formatIds, formats } from './formats.ts'
import { mostWanted, wantedOutputs } from './most-wanted.ts'

test('mostWanted: keeps the order of demand and drops what is not offered', () => {
  expect(mostWanted('heic', ['webp', 'png', 'jpg'])).toEqual(['jpg', 'png', 'webp'])
})

test('mostWanted: suggests common formats for an input that the table does not name', () => {
  expect(mostWanted('playlist', ['txt', 'pdf'])).toEqual(['pdf', 'txt'])
})

test.each(Object.entries(wantedOutputs))(
  'wantedOutputs: %s lists each format once, and not itself',
  (from, to) => {
    const ids = to.split(' ')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(from)
    expect(ids.every(id => /^[a-z0-9]+$/.test(id))).toBe(true)
  },
)

test('wantedOutputs: names formats of the table only', () => {
  const named = Object.entries(wantedOutputs).flatMap(([from, to]) => [from, ...to.split(' ')])
  expect(named.filter(id => !Object.hasOwn(formats, id))).toEqual([])
})

test('wantedOutputs: lists possible conversions only, for every format that can be converted', () => {
  const convertible = formatIds.filter(id => id !== 'other' && outputsFrom(id).length > 0)
  expect(convertible.filter(id => wantedOutputs[id] === undefined)).toEqual([])
  const impossible = formatIds.flatMap(from =>
    (wantedOutputs[from]?.split(' ') ?? [])
      .filter(to => !outputsFrom(from).some(id => id === to))
      .map(to => `${from} to ${to}`),
  )
  expect(impossible).toEqual([])
})
