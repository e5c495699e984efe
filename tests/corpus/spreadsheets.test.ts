/** Spreadsheets: every cell of every output by an independent reader, sheets on pages, tables in text files, passwords. */
import { randomBytes } from 'node:crypto'
import { formatFor } from '@filesmith/contract/refuse-format'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { type OfficeHarness, startOfficeHarness } from './support/office-harness.ts'
import { protectDocx } from './support/protect-docx.ts'
import { readOds, readSeparated, readXlsx } from './support/read-tables.ts'
import { sampleDocument } from './support/report.ts'
import { writeModernNumbers } from './support/write-iwa.ts'
import { writeNumbers } from './support/write-iwork.ts'
import { type CellValue, writeXlsx } from './support/write-xlsx.ts'

let harness: OfficeHarness

beforeAll(async () => {
  harness = await startOfficeHarness()
})

afterAll(() => harness.close())

/** Days since 1899-12-30. */
const [orderDate, orderTime] = [45_717, 45_717.5]

const orders: readonly (readonly CellValue[])[] = [
  ['Article', 'Count', 'Price', 'Total', 'Ordered', 'Share', 'Paid'],
  [
    'Ember "lamp", large',
    3,
    19.5,
    { formula: 'B2*C2', value: 58.5 },
    { date: orderDate },
    { percent: 0.125 },
    true,
  ],
  [
    'Zug <Straße> & 東京\nzweite Zeile',
    -2,
    1e-7,
    { formula: 'B3*C3' },
    { date: orderTime },
    { percent: 1 },
    false,
  ],
  [
    '007',
    12_345_678_901_234,
    0.1,
    { formula: 'UPPER("ok")', value: 'OK' },
    { time: 1.25 },
    null,
    { error: '#DIV/0!' },
  ],
]

const expectedOrders = [
  ['Article', 'Count', 'Price', 'Total', 'Ordered', 'Share', 'Paid'],
  ['Ember "lamp", large', '3', '19.5', '58.5', '2025-03-01', '0.125', 'TRUE'],
  ['Zug <Straße> & 東京\nzweite Zeile', '-2', '1e-07', '-2e-07', '2025-03-01 12:00:00', '1', 'FALSE'],
  ['007', '12345678901234', '0.1', 'OK', '30:00:00', '', '#DIV/0!'],
]

const ordersBook = () => writeXlsx([{ name: 'Orders', rows: orders }])

const threeSheets = () =>
  writeXlsx([
    { name: 'North', rows: [['a', 1]] },
    { name: 'Secret plan', rows: [['hidden', 2]], state: 'hidden' },
    { name: 'South <east>', rows: [['b', 3]] },
    { name: 'Empty', rows: [] },
  ])

describe('convert-spreadsheet: values', () => {
  test('xlsx to csv: numbers in full, dates in ISO 8601, results of formulas', async () => {
    const { text, outcome } = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'csv' })
    expect(readSeparated(text)).toEqual(expectedOrders)
    expect(outcome.format).toBeUndefined()
  })

  test('xlsx to json: rows as objects, with numbers, booleans and empty cells as such', async () => {
    const { text } = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'json' })
    expect(JSON.parse(text)).toEqual([
      {
        Article: 'Ember "lamp", large',
        Count: 3,
        Price: 19.5,
        Total: 58.5,
        Ordered: '2025-03-01',
        Share: 0.125,
        Paid: true,
      },
      {
        Article: 'Zug <Straße> & 東京\nzweite Zeile',
        Count: -2,
        Price: 1e-7,
        Total: -2e-7,
        Ordered: '2025-03-01 12:00:00',
        Share: 1,
        Paid: false,
      },
      {
        Article: '007',
        Count: 12_345_678_901_234,
        Price: 0.1,
        Total: 'OK',
        Ordered: '30:00:00',
        Share: null,
        Paid: '#DIV/0!',
      },
    ])
  })

  test('xlsx to json: several sheets by name, repeated and missing names of columns', async () => {
    const { text } = await harness.convert({
      input: writeXlsx([
        {
          name: 'First "one"',
          rows: [
            ['a', 'a', null],
            [1, 2, 3],
          ],
        },
        { name: 'Second', rows: [['b'], ['x'], [null], ['y']] },
      ]),
      from: 'xlsx',
      to: 'json',
    })
    expect(JSON.parse(text)).toEqual({
      'First "one"': [{ a: 1, a_2: 2, column3: 3 }],
      Second: [{ b: 'x' }, { b: 'y' }],
    })
  })

  test('xlsx to tsv', async () => {
    const { text } = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'tsv' })
    expect(readSeparated(text, '\t')).toEqual(expectedOrders)
  })

  test('xlsx to ods, and back to csv, keeps every value', async () => {
    const ods = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'ods' })
    const rows = (await readOds(ods.bytes)).get('Orders')
    expect(rows?.[1]?.slice(0, 6)).toEqual([
      'Ember "lamp", large',
      '3',
      '19.5',
      '58.5',
      '2025-03-01',
      '0.125',
    ])
    expect(rows?.[3]?.slice(0, 4)).toEqual(['007', '12345678901234', '0.1', 'OK'])
    const { text } = await harness.convert({ input: ods.bytes, from: 'ods', to: 'csv' })
    expect(readSeparated(text)).toEqual(expectedOrders)
  })

  test('xlsx to xlsx keeps values, and formulas with their results', async () => {
    const { bytes } = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'xlsx' })
    const cells = (await readXlsx(bytes)).get('Orders')
    expect([...'ABCDEFG'].map(column => cells?.get(`${column}2`))).toEqual([
      'Ember "lamp", large',
      '3',
      '19.5',
      '58.5',
      '45717',
      '0.125',
      '1',
    ])
    const markup = (await readZip(bytes)).get('xl/worksheets/sheet1.xml')?.toString()
    expect(markup).toMatch(/<f[^>]*>B2\*C2<\/f>/)
  })

  test('several sheets to csv: a ZIP named after the sheets, without hidden and empty ones', async () => {
    const { bytes, outcome } = await harness.convert({ input: threeSheets(), from: 'xlsx', to: 'csv' })
    const files = await readZip(bytes)
    expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
      ['North.csv', 'a,1\n'],
      ['South _east_.csv', 'b,3\n'],
    ])
    expect(outcome).toEqual({ format: 'zip', pages: 2, notes: ['Hidden sheets were left out: Secret plan.'] })
  })

  test('xlsx to md, html and txt: as shown on the screen', async () => {
    const markdown = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'md' })
    expect(markdown.text.split('\n').slice(0, 3)).toEqual([
      '| Article | Count | Price | Total | Ordered | Share | Paid |',
      '| --- | ---: | ---: | --- | --- | ---: | --- |',
      expect.stringMatching(
        /^\| Ember "lamp", large \| 3 \| 19\.5 \| 58\.5 \| 3\/1\/2025 \| 13% \| TRUE \|$/,
      ),
    ])
    expect(markdown.text).toContain('Zug \\<Straße> & 東京<br>zweite Zeile')
    const page = await harness.convert({ input: ordersBook(), from: 'xlsx', to: 'html' })
    expect(page.text).toContain(
      '<td>Zug &lt;Straße&gt; &amp; 東京<br>zweite Zeile</td><td class="number">-2</td>',
    )
    const plain = await harness.convert({ input: threeSheets(), from: 'xlsx', to: 'txt' })
    expect(plain.text).toBe('North\n\na  1\n\nSouth <east>\n\nb  3\n')
  })
})

/** Size and text height of the pages of a PDF, in points. */
async function pagesOf(bytes: Buffer): Promise<{ width: number; height: number; textHeight: number }[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const heights = items.flatMap(item => ('height' in item && item.height > 0 ? [item.height] : []))
    pages.push({ width, height, textHeight: Math.max(0, ...heights) })
  }
  await task.destroy()
  return pages
}

const wideRows = (columns: number, rows = 20) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => `R${row}C${column}`),
  )

describe('convert-spreadsheet: pages', () => {
  test('a sheet of 5 columns stays upright at full size', async () => {
    const input = writeXlsx([{ name: 'S', rows: wideRows(5) }])
    const pages = await pagesOf((await harness.convert({ input, from: 'xlsx', to: 'pdf' })).bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]?.height).toBeGreaterThan(pages[0]?.width ?? 0)
    expect(pages[0]?.textHeight).toBeGreaterThan(9.9)
  })

  test('a sheet of 16 columns is one page across, in landscape', async () => {
    const input = writeXlsx([{ name: 'S', rows: wideRows(16) }])
    const pages = await pagesOf((await harness.convert({ input, from: 'xlsx', to: 'pdf' })).bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0)
    expect(pages[0]?.textHeight).toBeGreaterThan(5.4)
  })

  test('a sheet of 30 columns is legible on two pages, not on a sliver per column', async () => {
    const input = writeXlsx([{ name: 'S', rows: wideRows(30) }])
    const { path, bytes } = await harness.convert({ input, from: 'xlsx', to: 'pdf' })
    const pages = await pagesOf(bytes)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page.textHeight).toBeGreaterThan(5.4)
    const text = (await readPdf(path)).pages.join(' ')
    expect(
      wideRows(30)
        .flat()
        .filter(cell => !text.includes(cell)),
    ).toEqual([])
  })

  test('scale and orientation that the file defines are kept', async () => {
    const fitted = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
    const setup = '<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="1"/>'
    const input = writeXlsx([{ name: 'S', rows: wideRows(30), before: fitted, after: setup }])
    const pages = await pagesOf((await harness.convert({ input, from: 'xlsx', to: 'pdf' })).bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]?.height).toBeGreaterThan(pages[0]?.width ?? 0)
  })

  test('a print area that the file defines is all that is printed, and hidden sheets are not', async () => {
    const names = '<definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1:$B$2</definedName>'
    const input = writeXlsx(
      [
        { name: 'S', rows: wideRows(6) },
        { name: 'Hidden', rows: [['Unseen']], state: 'hidden' },
      ],
      { definedNames: names },
    )
    const { path, outcome } = await harness.convert({ input, from: 'xlsx', to: 'pdf' })
    expect((await readPdf(path)).pages.join(' ').trim().split(/\s+/)).toEqual([
      'R0C0',
      'R0C1',
      'R1C0',
      'R1C1',
    ])
    expect(outcome.notes).toEqual(['Hidden sheets were left out: Hidden.'])
  })

  test('a background over all of 1,048,576 rows and 16,384 columns is not printed', async () => {
    const columns = '<cols><col min="1" max="16384" width="9" style="4"/></cols>'
    const input = writeXlsx([{ name: 'S', rows: [['Only this']], before: columns }])
    const { path } = await harness.convert({ input, from: 'xlsx', to: 'pdf' })
    expect((await readPdf(path)).pages).toEqual([expect.stringContaining('Only this')])
  })
})

describe('convert-spreadsheet: tables in text files', () => {
  const cellsOf = async (input: string | Buffer, from: 'csv' | 'tsv' = 'csv') => {
    const { bytes } = await harness.convert({ input, from, to: 'xlsx' })
    const [sheet = new Map<string, string>()] = (await readXlsx(bytes)).values()
    const markup = (await readZip(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    return { sheet, isText: (place: string) => new RegExp(`<c r="${place}"[^>]*t="s"`).test(markup), markup }
  }

  test('semicolons and decimal commas in Windows-1252 become numbers and letters', async () => {
    const { sheet, isText } = await cellsOf(
      Buffer.from('Straße;Preis\nM\xfcller;1.234,50\n\xc4;0,5\n', 'latin1'),
    )
    expect([...sheet.values()].slice(2)).toEqual(['Müller', '1234.5', 'Ä', '0.5'])
    expect(isText('B2')).toBe(false)
  })

  test('leading zeros, long numbers and phone numbers stay text; a quoted separator and line break stay in the cell', async () => {
    const { sheet, isText } = await cellsOf(
      'zip,card,phone,note\n01234,4111111111111111,+4930123,"a, b\nc"\n99999,5500000000000004,+4930124,"say ""hi"""\n',
    )
    expect(['A2', 'B2', 'C2', 'D2', 'A3', 'D3'].map(place => sheet.get(place))).toEqual([
      '01234',
      '4111111111111111',
      '+4930123',
      'a, b\nc',
      '99999',
      'say "hi"',
    ])
    expect(['A2', 'A3', 'B2', 'C2'].map(isText)).toEqual([true, true, true, true])
  })

  test('a cell that starts like a formula stays text', async () => {
    const { sheet, markup } = await cellsOf(
      'a,b\n=1+1,"=WEBSERVICE(""http://127.0.0.1:9/"")"\n@SUM(1),=cmd|\'/C calc\'!A0\n',
    )
    expect(sheet.get('A2')).toBe('=1+1')
    expect(sheet.get('B3')).toBe("=cmd|'/C calc'!A0")
    expect(markup).not.toContain('<f')
  })

  test('UTF-16 with tabs, and ISO dates', async () => {
    const { sheet, isText } = await cellsOf(
      Buffer.from('\ufeffTag\tWert\n2025-03-01\t5\n2025-03-02\t6\n', 'utf16le'),
      'tsv',
    )
    expect(['A2', 'B2', 'A3', 'B3'].map(place => sheet.get(place))).toEqual(['45717', '5', '45718', '6'])
    expect(isText('A2')).toBe(false)
  })

  test('csv to pdf has all cells', async () => {
    const input = wideRows(8, 60)
      .map(row => row.join('|'))
      .join('\n')
    const { path } = await harness.convert({ input, from: 'csv', to: 'pdf' })
    const text = (await readPdf(path)).pages.join(' ')
    expect(
      wideRows(8, 60)
        .flat()
        .filter(cell => !text.includes(cell)),
    ).toEqual([])
  })
})

describe('convert-spreadsheet: passwords', () => {
  const isProtected = () =>
    protectDocx(
      // The writer of compound files has no small streams.
      writeXlsx([{ name: 'Orders', rows: orders }], { parts: { 'docProps/padding.bin': randomBytes(6000) } }),
      'Ember',
    )

  test('a protected xlsx asks for its password, and opens with it', async () => {
    const request = { input: isProtected(), from: 'xlsx', to: 'csv' } as const
    expect(await harness.codeOf(request)).toBe('password-needed')
    expect(await harness.codeOf({ ...request, password: 'wrong' })).toBe('password-wrong')
    const { text } = await harness.convert({ ...request, password: 'Ember' })
    expect(readSeparated(text)).toEqual(expectedOrders)
  })

  test('a protected xls (RC4) asks for its password, and opens with it', async () => {
    const request = { input: await sampleDocument('protected.xls'), from: 'xls', to: 'csv' } as const
    expect(await harness.codeOf(request)).toBe('password-needed')
    expect(await harness.codeOf({ ...request, password: 'wrong' })).toBe('password-wrong')
    expect((await harness.convert({ ...request, password: 'Ember' })).text).toBe(
      'Lamp,3\nHarbor,12.5\n,15.5\n',
    )
  })

  test('a protected document of another kind is named', async () => {
    expect(await harness.codeOf({ input: isProtected(), from: 'pptx', to: 'pdf', password: 'Ember' })).toBe(
      'unsupported-input',
    )
  })
})

const costs: readonly (readonly (string | number)[])[] = [
  ['Item', 'Sum'],
  ['Crane 東京', 1200.5],
  ['Pier', -42],
]

test.each([
  ['the older XML format', writeNumbers('Costs', costs)],
  ['the present format', writeModernNumbers(costs)],
])('numbers to csv, json and xlsx: cells of a spreadsheet of %s', async (_, input) => {
  expect(formatFor({ fileName: 'costs.numbers', format: sniffFormat(input) ?? 'other' })).toBe('numbers')
  const cells = costs.map(row => row.map(String))
  expect(readSeparated((await harness.convert({ input, from: 'numbers', to: 'csv' })).text)).toEqual(cells)
  expect(JSON.parse((await harness.convert({ input, from: 'numbers', to: 'json' })).text)).toEqual([
    { Item: 'Crane 東京', Sum: 1200.5 },
    { Item: 'Pier', Sum: -42 },
  ])
  const [sheet = new Map<string, string>()] = (
    await readXlsx((await harness.convert({ input, from: 'numbers', to: 'xlsx' })).bytes)
  ).values()
  expect([...sheet]).toEqual([
    ['A1', 'Item'],
    ['B1', 'Sum'],
    ['A2', 'Crane 東京'],
    ['B2', '1200.5'],
    ['A3', 'Pier'],
    ['B3', '-42'],
  ])
})
