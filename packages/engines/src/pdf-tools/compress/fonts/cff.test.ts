import { expect, test } from 'vitest'
import { readCffGlyphs } from './cff.ts'

function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.of(0, 0)
  const offsets = [1]
  for (const item of items) offsets.push((offsets.at(-1) ?? 0) + item.length)
  return Buffer.concat([
    Buffer.of(0, items.length, 2),
    ...offsets.map(offset => Buffer.of(offset >> 8, offset & 255)),
    ...items,
  ])
}

const number = (value: number) => Buffer.of(28, value >> 8, value & 255)

/** Glyphs: .notdef, A (code 65 by the encoding of the font), and one with its own name. */
function font({ hasCids = false } = {}): Buffer {
  const head = Buffer.concat([Buffer.of(1, 0, 4, 2), index([Buffer.from('Test')])])
  const strings = index([Buffer.from('logo')])
  const outlines = index([Buffer.of(14), Buffer.from('outline of A\x0e'), Buffer.from('outline of logo\x0e')])
  const registry = hasCids
    ? Buffer.concat([number(391), number(391), number(0), Buffer.of(12, 30)])
    : Buffer.of()
  const topDict = (charset: number, encoding: number, charStrings: number) =>
    index([
      Buffer.concat([
        registry,
        ...[number(charset), Buffer.of(15), number(encoding), Buffer.of(16)],
        ...[number(charStrings), Buffer.of(17)],
      ]),
    ])
  const start = head.length + topDict(0, 0, 0).length + strings.length + 2
  const charset = Buffer.of(0, 0, 34, 391 >> 8, 391 & 255)
  const encoding = Buffer.of(0, 2, 65, 200)
  return Buffer.concat([
    head,
    topDict(start, start + charset.length, start + charset.length + encoding.length),
    strings,
    index([]),
    charset,
    encoding,
    outlines,
    Buffer.from('after'),
  ])
}

test('readCffGlyphs: glyphs by name, by code and by CID', () => {
  const { glyphCount, glyphOfName, glyphOfCode, glyphOfCid } = readCffGlyphs(font())
  expect(glyphCount).toBe(3)
  expect(glyphOfName).toEqual(
    new Map([
      ['A', 1],
      ['logo', 2],
    ]),
  )
  expect(glyphOfCode).toEqual(
    new Map([
      [65, 1],
      [200, 2],
    ]),
  )
  expect(glyphOfCid).toBeUndefined()
  expect(readCffGlyphs(font({ hasCids: true })).glyphOfCid?.get(391)).toBe(2)
})

test('withoutOutlines: empties unused glyphs, and leaves everything else where it is', () => {
  const whole = font()
  const reduced = readCffGlyphs(whole).withoutOutlines(new Set([2]))
  expect(reduced).toHaveLength(whole.length)
  expect(reduced.toString('latin1')).toContain('outline of logo\x0e')
  expect(reduced.toString('latin1')).not.toContain('outline of A')
  expect(reduced.subarray(-5).toString()).toBe('after')
  expect(readCffGlyphs(reduced).glyphOfName).toEqual(readCffGlyphs(whole).glyphOfName)
})

test('readCffGlyphs: throws a RangeError for damaged fonts, which then stay as they are', () => {
  const whole = font()
  for (let length = 0; length < whole.length - 5; length += 3)
    expect(() => readCffGlyphs(whole.subarray(0, length)).withoutOutlines(new Set())).toThrow(RangeError)
})
