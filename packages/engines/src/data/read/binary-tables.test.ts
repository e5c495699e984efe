/** Readers of binary tables, on files that are written here byte by byte. */
import { tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { cellText } from '../values/data-value.ts'
import type { DataTable } from '../values/table.ts'
import { sasTransport, spss, stata113, stata118 } from './binary-tables.fixture.ts'
import { readFeather } from './feather.ts'
import { decompressLz4Block } from './lz4.ts'
import { readSasTransport } from './sas-transport.ts'
import { readSpss } from './spss.ts'
import { readStata } from './stata.ts'

async function cellsOf(table: DataTable | undefined) {
  const rows: (string | null)[][] = []
  for await (const batch of table?.batches() ?? []) for (const row of batch) rows.push(row.map(cellText))
  return [table?.columns, ...rows]
}

test('readStata: numbers, missing values, dates and texts of release 113', async () => {
  expect(await cellsOf(readStata(stata113(), 'a'))).toEqual([
    ['name', 'n', 'day', 'f'],
    ['Ann', '100', '1961-01-01', '3.58'],
    ['Jörg', null, null, '-1'],
  ])
})

test('readStata: long texts and times of release 118', async () => {
  expect(await cellsOf(readStata(stata118(), 'a'))).toEqual([
    ['long', 'x'],
    ['Aé!', '1960-01-01T00:00:01.500'],
  ])
})

test('readStata: more rows than the file has are refused', () => {
  const bytes = stata113()
  bytes.writeInt32LE(2_000_000_000, 6)
  expect(() => readStata(bytes, 'a')).toThrow('file-damaged')
})

test.each([0, 1, 2] as const)(
  'readSpss: texts, numbers, missing values and dates with compression %i',
  async compression => {
    expect(await cellsOf(readSpss(spss(compression), 'a'))).toEqual([
      ['Text', 'Numb', 'D'],
      ['Grüße!', '-2.5', '1970-01-01'],
      ['', null, '1970-01-01'],
    ])
  },
)

test('readSpss: a block that inflates to more than it declares is refused', () => {
  expect(() => readSpss(spss(2, Buffer.alloc(1_000_000)), 'a')).toThrow('file-damaged')
})

test('readSasTransport: mainframe numbers, missing values, dates, and no row of filling', async () => {
  const [table] = readSasTransport(sasTransport())
  expect(table?.name).toBe('SALES')
  expect(await cellsOf(table)).toEqual([
    ['N', 'T', 'D'],
    ['-118.625', 'abc', '1960-08-16'],
    [null, '', '1960-08-16'],
  ])
})

test('readFeather: Arrow files with long numbers, texts and missing values', async () => {
  const table = tableFromArrays({ a: [1, null, 3], t: ['x', 'é', null], b: [true, false, true] })
  const bytes = Buffer.from(tableToIPC(table, { format: 'file' }) ?? [])
  expect(await cellsOf(readFeather(bytes, 'a'))).toEqual([
    ['a', 't', 'b'],
    ['1', 'x', 'true'],
    [null, 'é', 'false'],
    ['3', null, 'true'],
  ])
})

test.each([
  ['feather', () => readFeather(Buffer.from('ARROW1\0\0xxxxxxxxxxxxxxxxARROW1'), 'a')],
  ['feather', () => readFeather(Buffer.from('FEA1\xff\xff\xff\x7fFEA1', 'latin1'), 'a')],
  ['sav', () => readSpss(spss(1).subarray(0, 300), 'a')],
  ['dta', () => readStata(stata118().subarray(0, 300), 'a')],
] as const)('%s: a damaged file is refused (%#)', (_, read) => {
  expect(read).toThrow(/file-damaged|unsupported-variant/)
})

test('decompressLz4Block: literals, overlapping matches, and no more than the limit', () => {
  const packed = Buffer.from([0x35, 0x61, 0x62, 0x63, 3, 0, 0x10, 0x21])
  expect(Buffer.from(decompressLz4Block(packed, 100)).toString()).toBe('abcabcabcabc!')
  expect(() => decompressLz4Block(packed, 5)).toThrow('file-damaged')
})
