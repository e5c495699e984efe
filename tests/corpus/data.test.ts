/** Tables and structured data through the data engine in the sandbox; other programs read what it writes. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { convertData } from '@filesmith/contract/operations/convert-data'
import { dataPreviewPart, dataPreviewSchema } from '@filesmith/contract/schemas/data-preview'
import { expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { useDataEngine } from './support/data-harness.ts'
import { startOfficeHarness } from './support/office-harness.ts'
import { readXlsx } from './support/read-tables.ts'

const convert = useDataEngine()
const ability = 'data-convert'
const run = promisify(execFile)

const csv = 'id,name,price,sold\n1,"Lamp, tall",9.90,true\n2,Chair,,false\n'
const rows = [
  { id: 1, name: 'Lamp, tall', price: 9.9, sold: true },
  { id: 2, name: 'Chair', price: null, sold: false },
]

test.each(['json', 'jsonl', 'yaml', 'xml', 'tsv', 'parquet', 'sqlite'] as const)(
  'data-convert: CSV to %s and back to JSON keeps the values',
  async to => {
    const there = await convert({ ability, from: 'csv', to, content: csv })
    const target = to === 'json' ? 'jsonl' : 'json'
    const back = await convert({ ability, from: to, to: target, content: there.bytes })
    const values =
      target === 'json'
        ? JSON.parse(back.text)
        : back.text
            .trim()
            .split('\n')
            .map(line => JSON.parse(line))
    // XML has only text, SQLite no booleans.
    if (to === 'xml')
      expect(values.rows.row).toEqual([
        { id: '1', name: 'Lamp, tall', price: '9.90', sold: 'true' },
        { id: '2', name: 'Chair', price: null, sold: 'false' },
      ])
    else if (to === 'sqlite') expect(values).toEqual(rows.map(row => ({ ...row, sold: Number(row.sold) })))
    else expect(values).toEqual(rows)
  },
)

test('data-convert: a workbook has the values, its own reader and LibreOffice find them', async () => {
  const json = JSON.stringify({
    'a/b': [
      { n: 1.5, t: ' x\u0001 _x0041_ <&>', b: true, gone: null },
      { n: -2, t: '007', b: false },
    ],
    'A?B': [{ id: 1 }],
  }).replace('-2', '12345678901234567890')
  const { bytes, notes } = await convert({ ability, from: 'json', to: 'xlsx', content: json })
  expect(notes).toBeUndefined()
  const sheets = await readXlsx(bytes)
  expect([...sheets.keys()]).toEqual(['a_b', 'A_B 2'])
  expect(Object.fromEntries(sheets.get('a_b') ?? [])).toEqual({
    ...{ A1: 'n', B1: 't', C1: 'b', D1: 'gone' },
    ...{ A2: '1.5', B2: ' x_x0001_ _x005F_x0041_ <&>', C2: '1' },
    // More digits than Excel keeps.
    ...{ A3: '12345678901234567890', B3: '007', C3: '0' },
  })
  const office = await startOfficeHarness()
  try {
    const { text } = await office.convert({ input: bytes, from: 'xlsx', to: 'json' })
    expect(JSON.parse(text)).toEqual({
      a_b: [
        { n: 1.5, t: ' x\u0001 _x0041_ <&>', b: true, gone: null },
        { n: '12345678901234567890', t: '007', b: false, gone: null },
      ],
      'A_B 2': [{ id: 1 }],
    })
  } finally {
    await office.close()
  }
})

test('data-convert: dates become dates of a workbook, texts that are too long are cut and counted', async () => {
  const toml = `d = 2024-02-29\nt = 1979-05-27T07:32:00\nlong = "${'x'.repeat(40_000)}"\n`
  const { bytes, notes } = await convert({ ability, from: 'toml', to: 'xlsx', content: toml })
  const [cells] = (await readXlsx(bytes)).values()
  expect([cells?.get('B2'), Number(cells?.get('B3'))]).toEqual(['45351', expect.closeTo(29_002.313889, 6)])
  expect(cells?.get('B4')).toHaveLength(32_767)
  expect(notes).toEqual(['1 text was cut: Excel has room for 32,767 characters in a cell.'])
})

/** What every pair is checked with; binary inputs are written by the engine from it. */
const sources: Partial<Record<(typeof convertData.inputs)[number], string>> = {
  csv,
  tsv: 'id\tname\n1\tLamp\n',
  jsonl: '{"id":1,"name":"Lamp"}\n',
  fwf: 'id  name\n 1  Lamp\n 2  Pen\n',
  json: '[{"id":1,"name":"Lamp"}]',
  yaml: '- id: 1\n  name: Lamp\n',
  toml: '[[a]]\nid = 1\nname = "Lamp"\n',
  xml: '<a><b><id>1</id><name>Lamp</name></b><b><id>2</id><name>Pen</name></b></a>',
  ini: '[a]\nname = Lamp\n',
  env: 'NAME=Lamp\n',
  toon: '[1]{id,name}:\n  1,Lamp\n',
}

test('data-convert: every pair gives a result that contains the values', async () => {
  // Files of other programs are written byte by byte in the tests of their readers.
  const written = convertData.inputs.filter(from => !['feather', 'dta', 'sav', 'xpt'].includes(from))
  let pairs = 0
  for (const from of written) {
    const given = sources[from]
    const source =
      given ?? (await convert({ ability, from: 'csv', to: from as 'sqlite', content: csv })).bytes
    for (const to of convertData.pairs?.[from] ?? []) {
      pairs += 1
      const { bytes } = await convert({ ability, from, to, content: source })
      const content = to === 'xlsx' ? [...(await readZip(bytes)).values()].join() : bytes
      expect(content.includes('Lamp'), `${from} to ${to}`).toBe(true)
    }
  }
  expect(pairs).toBeGreaterThan(150)
})

test('data-convert: the SQLite program reads a written database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-'))
  try {
    const { bytes } = await convert({ ability, from: 'csv', to: 'sqlite', content: csv })
    await writeFile(join(folder, 'a.sqlite'), bytes)
    const python =
      'import sqlite3,sys,json;print(json.dumps(sqlite3.connect(sys.argv[1]).execute("select * from sample").fetchall()))'
    const { stdout } = await run('python3', ['-c', python, join(folder, 'a.sqlite')])
    expect(JSON.parse(stdout)).toEqual([
      [1, 'Lamp, tall', 9.9, 1],
      [2, 'Chair', null, 0],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('data-convert: a database becomes a CSV file for each table, with a preview of all', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "CREATE TABLE a (x); INSERT INTO a VALUES ('1,2'); CREATE TABLE b (y); INSERT INTO b VALUES (7)",
  )
  const result = await convert({ ability, from: 'sqlite', to: 'csv', content: database.serialize() })
  expect(result.format).toBe('zip')
  const files = [...(await readZip(result.bytes))].map(([name, data]) => [name, data.toString()])
  expect(files).toEqual([
    ['a.csv', 'x\r\n"1,2"\r\n'],
    ['b.csv', 'y\r\n7\r\n'],
  ])
  const preview = dataPreviewSchema.parse(JSON.parse(result.partTexts[dataPreviewPart] ?? ''))
  expect(preview.tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})

test('data-convert: a table of 3 MB is streamed in a few seconds', async () => {
  const line = `${'x'.repeat(40)},1234.5,2024-01-01,"a ""b"" c"\n`
  const count = Math.ceil(3_000_000 / line.length)
  const { bytes, partTexts } = await convert({
    ability,
    from: 'csv',
    to: 'jsonl',
    content: `a,b,c,d\n${line.repeat(count)}`,
  })
  expect(bytes.subarray(-60).toString()).toContain('"d":"a \\"b\\" c"}\n')
  const preview = dataPreviewSchema.parse(JSON.parse(partTexts[dataPreviewPart] ?? ''))
  expect(preview.tables[0]?.rowCount).toBe(count)
})

const bomb = Array.from({ length: 10 }, (_, level) =>
  level === 0
    ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
    : `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(',')}]`,
).join('\n')

test.each([
  ['yaml', bomb],
  ['yaml', 'a: &a [*a]'],
  ['yaml', '['.repeat(50_000)],
  ['json', '{"a":'.repeat(100_000)],
  ['json', `"${'\\'.repeat(100_001)}`],
  ['toml', `a = ${'['.repeat(50_000)}`],
  ['xml', '<a>'.repeat(100_000)],
  ['xml', `<a ${'b="c" '.repeat(10)}`],
  ['csv', ','.repeat(100_000)],
  ['toon', `a[99999999]: 1`],
  ['parquet', Buffer.from('PAR1\xff\xff\xff\x7fPAR1', 'latin1')],
  [
    'parquet',
    Buffer.concat([
      Buffer.from('PAR1'),
      Buffer.alloc(64, 0x19),
      Buffer.from([64, 0, 0, 0]),
      Buffer.from('PAR1'),
    ]),
  ],
  ['feather', Buffer.from('FEA1\xff\xff\xff\x7fFEA1', 'latin1')],
  ['feather', Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.alloc(200, 0xff), Buffer.from('ARROW1')])],
  [
    'dta',
    Buffer.concat([Buffer.from([113, 2, 1, 0, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(500)]),
  ],
  ['sav', Buffer.concat([Buffer.from('$FL2'), Buffer.alloc(500, 2)])],
  ['xpt', Buffer.from(`${'HEADER RECORD*******MEMBER  HEADER RECORD!!!!!!!'.padEnd(80, '9').repeat(3)}`)],
  ['sqlite', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 0xff)])],
] as const)('data-convert: hostile %s is refused (%#)', async (from, content) => {
  const refusal = await convert({ ability, from, to: 'json', content }).catch(error => error.code)
  expect(['file-damaged', 'unsupported-variant', 'data-syntax', 'needs-too-much-memory']).toContain(refusal)
})

test('data-convert: a database cannot load extensions, attach files or run its triggers', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "CREATE TABLE a (x, y AS (hex(x))); INSERT INTO a VALUES ('k'); CREATE VIEW v AS SELECT load_extension('/tmp/x.so'); CREATE VIRTUAL TABLE f USING fts5(t)",
  )
  const { text, warnings } = await convert({
    ability,
    from: 'sqlite',
    to: 'json',
    content: database.serialize(),
  })
  expect(JSON.parse(text)).toEqual([{ x: 'k', y: '6B' }])
  expect(warnings).toEqual(['The virtual table f was left out: only its program can read it.'])
})

test('data-convert: external entities and files stay out', async () => {
  const content =
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY % p SYSTEM "http://127.0.0.1/"> %p;]><a>&x;</a>'
  const { text, warnings } = await convert({ ability, from: 'xml', to: 'json', content })
  expect(JSON.parse(text)).toEqual({ a: '&x;' })
  expect(warnings).toHaveLength(1)
})
