import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { characterOf, macRomanEncoding, standardEncoding, winAnsiEncoding } from './encodings.ts'
import { readFontProgram } from './read-font-program.ts'
import { readTables, readTrueType } from './read-true-type.ts'
import { withSymbolCodes, withWidths, writeTrueType } from './write-true-type.ts'

const liberation = '/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf'

test('readTrueType and writeTrueType: other widths and other codes, the rest as before', async () => {
  const data = await readFile(liberation)
  const font = readTrueType(data)
  const glyph =
    font.cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 1)?.glyphs.get(0x41) ?? 0
  // As in the metrics of Helvetica.
  expect(font.width(glyph)).toBeCloseTo(667, 0)
  const tables = withSymbolCodes(withWidths(readTables(data), new Map([[glyph, 500]])), new Map([[7, glyph]]))
  const changed = readTrueType(writeTrueType(tables))
  expect(changed.width(glyph)).toBe(500)
  expect(changed.width(glyph + 1)).toBe(font.width(glyph + 1))
  expect(changed.glyphByCode(7)).toBe(glyph)
  expect(changed.cmaps.map(({ platform, encoding }) => [platform, encoding])).toEqual([[3, 0]])
})

test('readFontProgram: names and widths of a CFF program', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const font = readFontProgram(
    await readFile(join(folder, 'standard_fonts', 'FoxitSymbol.pfb')),
    '/FontFile3',
  )
  const alpha = font?.glyphByName('alpha') ?? expect.fail('no alpha')
  // As in the metrics of Symbol.
  expect(font?.width(alpha)).toBe(631)
  expect(font?.glyphByName('unknown')).toBeUndefined()
})

test.each(['/FontFile', '/FontFile2', '/FontFile3'] as const)(
  'readFontProgram: no program of noise (%s)',
  key => {
    expect(
      readFontProgram(Buffer.from('\0\x01\0\0 eexec noise without any structure'.repeat(4)), key),
    ).toBeUndefined()
  },
)

test('encodings: where they differ', () => {
  expect([standardEncoding, winAnsiEncoding, macRomanEncoding].map(names => names.get(0x27))).toEqual([
    'quoteright',
    'quotesingle',
    'quotesingle',
  ])
  expect([standardEncoding, winAnsiEncoding, macRomanEncoding].map(names => names.get(0xe4))).toEqual([
    undefined,
    'adieresis',
    'perthousand',
  ])
  expect(['Adieresis', 'uni20AC', 'a.alt', 'g17'].map(characterOf)).toEqual([0xc4, 0x20ac, 0x61, undefined])
})
