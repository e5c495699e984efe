import { DatabaseSync } from 'node:sqlite'
import { dataPreviewSchema } from '@filesmith/contract/schemas/data-preview'
import { parquetReadObjects } from 'hyparquet'
import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { convertDataFile } from './convert-data.ts'

async function convert(content: string | Uint8Array, from: string, to: string, options = {}) {
  const given = { header: 'auto', types: 'detect', delimiter: 'comma', ...options }
  const task = { from, to, name: 'sample', maxOutputBytes: 1e6, report: () => {}, options: given }
  const { content: result, report } = await convertDataFile({ ...task, input: Buffer.from(content) } as never)
  const chunks: Uint8Array[] = []
  if (typeof result === 'string') chunks.push(Buffer.from(result))
  else if (result instanceof Uint8Array) chunks.push(result)
  else for await (const chunk of result) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { bytes, text: bytes.toString(), report: report?.() }
}

const failure = (content: string | Uint8Array, from: string, to = 'json') =>
  convert(content, from, to).then(
    () => undefined,
    error => ({ code: error.code, ...error.params }),
  )

test('CSV to JSON: leading zeros, long numbers, dates and quotes stay, null and empty differ', async () => {
  const csv =
    'zip,id,n,day,flag,empty\r\n01234,12345678901234567890,1.50,2024-02-30,true,\r\n"5,6",7,-2,x,false,""\r\n'
  const { text } = await convert(csv, 'csv', 'json')
  expect(text).toBe(
    '[\n  {"zip":"01234","id":"12345678901234567890","n":1.50,"day":"2024-02-30","flag":true,"empty":null},\n  {"zip":"5,6","id":"7","n":-2,"day":"x","flag":false,"empty":""}\n]\n',
  )
})

test('CSV: types as text keeps everything', async () => {
  expect((await convert('a,b\n1,true\n', 'csv', 'jsonl', { types: 'text' })).text).toBe(
    '{"a":"1","b":"true"}\n',
  )
})

test.each([
  [';', 'a;b\n1,5;x\n2,5;y\n'],
  ['\t', 'a\tb\n1,5\tx\n'],
  ['|', 'a|b\n1,5|x\n'],
  ['sep=', 'sep=;\na;b\n1,5;x\n'],
])('CSV: recognizes the delimiter %j', async (_, csv) => {
  expect(JSON.parse((await convert(csv, 'csv', 'json')).text)[0]).toEqual({ a: '1,5', b: 'x' })
})

test('CSV: quotes, line breaks in cells, a lone carriage return, a missing last line break', async () => {
  const { text } = await convert('a,b\r"x ""y""\nz",1\r\r\nq"r,2', 'csv', 'json')
  expect(JSON.parse(text)).toEqual([
    { a: 'x "y"\nz', b: 1 },
    { a: 'q"r', b: 2 },
  ])
})

test('CSV: reads Windows-1252 and UTF-16', async () => {
  const legacy = Buffer.from('name,town\nAndré,Zürich\nJosé,Málaga\n', 'latin1')
  expect((await convert(legacy, 'csv', 'json')).text).toContain('"André","town":"Zürich"')
  expect((await convert(Buffer.from('\ufeffa,b\né,ü\n', 'utf16le'), 'csv', 'json')).text).toContain(
    '"é","b":"ü"',
  )
})

test('CSV: a first row with numbers is data, and says so', async () => {
  const { text, report } = await convert('1,x\n2,y\n', 'csv', 'jsonl')
  expect(text).toBe('{"column1":1,"column2":"x"}\n{"column1":2,"column2":"y"}\n')
  expect(report?.notes?.[0]).toContain('column1')
  expect((await convert('1,x\n2,y\n', 'csv', 'jsonl', { header: 'yes' })).text).toBe('{"1":2,"x":"y"}\n')
})

test('CSV: repeated and missing names become distinct, uneven rows are noted', async () => {
  const { text, report } = await convert('a,a,\n1,2,3\n4\n', 'csv', 'jsonl', { header: 'yes' })
  expect(text).toBe('{"a":1,"a_2":2,"column3":3}\n{"a":4,"a_2":null,"column3":null}\n')
  expect(report?.notes).toEqual(['1 rows have fewer or more cells than the first one.'])
})

test('JSON to CSV: nested values are JSON in the cell, null is empty, columns are those of all rows', async () => {
  const json = '[{"a":1e400,"b":{"c":[1,"x"]}},{"d":"","a":null},{"__proto__":9007199254740993}]'
  const { text } = await convert(json, 'json', 'csv')
  expect(text).toBe('a,b,d,__proto__\r\n1e400,"{""c"":[1,""x""]}",,\r\n,,"",\r\n,,,9007199254740993\r\n')
})

test('CSV and JSON: a round trip changes nothing', async () => {
  const json =
    '[\n  {"a":"x\\ny","b":1.10,"c":null,"d":""},\n  {"a":"\\"q\\", 1","b":-3,"c":true,"d":"0007"}\n]\n'
  const { text } = await convert((await convert(json, 'json', 'csv')).bytes, 'csv', 'json')
  expect(text).toBe(json)
})

test('CSV: the delimiter can be chosen, and cells that contain it are quoted', async () => {
  const { text } = await convert('[{"a":"1;2","b":"1,2"}]', 'json', 'csv', { delimiter: 'semicolon' })
  expect(text).toBe('a;b\r\n"1;2";1,2\r\n')
})

test('YAML: version 1.2, digits as they are written, merge keys, several documents', async () => {
  const yaml =
    'base: &b {country: no, on: yes}\nx:\n  <<: *b\n  big: 123456789012345678901\n  v: 1.10\n  o: 0o17\n  t: 2001-01-01\n'
  expect((await convert(yaml, 'yaml', 'json')).text.replace(/\s+/g, '')).toBe(
    '{"base":{"country":"no","on":"yes"},"x":{"big":123456789012345678901,"v":1.10,"o":15,"t":"2001-01-01","country":"no","on":"yes"}}',
  )
  expect(JSON.parse((await convert('a: 1\n---\nb: 2\n', 'yaml', 'json')).text)).toEqual([{ a: 1 }, { b: 2 }])
})

const awkward = {
  'a b': [
    'no',
    'NULL',
    '1',
    '01',
    ' x ',
    '',
    '~',
    '- a',
    'a: b',
    '#c',
    "it's",
    '1e5',
    '2024-01-01',
    '{',
    'x\ny',
  ],
  __proto__x: { deep: [{ k: [] }, {}], n: -0.5, t: true },
}

test('YAML: text that could be anything else is quoted, for both versions', async () => {
  const { text } = await convert(JSON.stringify(awkward), 'json', 'yaml')
  expect(parseYaml(text, { version: '1.2' })).toEqual(awkward)
  expect(parseYaml(text, { version: '1.1' })).toEqual(awkward)
})

test('TOML: written values are read back alike, null is left out with a note', async () => {
  const { text, report } = await convert(JSON.stringify({ ...awkward, gone: null }), 'json', 'toml')
  expect(parseToml(text)).toEqual(awkward)
  expect(report?.notes).toEqual(['TOML has no null: keys without a value were left out.'])
})

test('TOML: numbers, floats and dates', async () => {
  const toml = 'i = 9007199254740993\nf = 1.0\nd = 1979-05-27T07:32:00Z\nl = 1979-05-27\n'
  expect((await convert(toml, 'toml', 'json')).text.replace(/\s+/g, '')).toBe(
    '{"i":9007199254740993,"f":1.0,"d":"1979-05-27T07:32:00.000Z","l":"1979-05-27"}',
  )
})

test('XML: attributes, text and repeated elements survive a round trip; names that XML refuses are attributes', async () => {
  const xml = '<r v="1 &amp; 2"><a>x</a><a>y</a><b c="&quot;">t</b><e/></r>'
  const { text } = await convert(xml, 'xml', 'json')
  expect(JSON.parse(text)).toEqual({
    r: { '@v': '1 & 2', a: ['x', 'y'], b: { '@c': '"', '#text': 't' }, e: '' },
  })
  const again = await convert((await convert(text, 'json', 'xml')).bytes, 'xml', 'json')
  const { '@xmlns:xsi': _, ...values } = JSON.parse(again.text).r
  expect({ r: values }).toEqual(JSON.parse(text))
  expect((await convert('{"x":{"1 a":null}}', 'json', 'xml')).text).toContain(
    '<entry name="1 a" xsi:nil="true"/>',
  )
})

test('XML: entities are never resolved', async () => {
  const xml = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><r>&a;&f;&lt;</r>'
  const { text, report } = await convert(xml, 'xml', 'json')
  expect(JSON.parse(text)).toEqual({ r: '&a;&f;<' })
  expect(report?.warnings).toHaveLength(1)
})

test('INI and ENV: values are text; sections, quotes and comments', async () => {
  const ini = '; c\nroot=1\n[a]\nx = "q; r" ; note\ny: #fff\n[b]\nz\n'
  expect(JSON.parse((await convert(ini, 'ini', 'json')).text)).toEqual({
    root: '1',
    a: { x: 'q; r', y: '#fff' },
    b: { z: null },
  })
  const env = 'export A="x\\ny $B"\nB=\'a"b\' # c\nC="two\nlines"\nD=\n'
  const values = { A: 'x\ny $B', B: 'a"b', C: 'two\nlines', D: '' }
  const { text } = await convert(env, 'env', 'json')
  expect(JSON.parse(text)).toEqual(values)
  expect(JSON.parse((await convert((await convert(text, 'json', 'env')).bytes, 'env', 'json')).text)).toEqual(
    values,
  )
})

test('TOON: tables, lists and nested objects', async () => {
  const toon =
    'name: Ann\ntags[2]: a,"b,c"\nrows[2]{id,v}:\n  1,x\n  2,true\ndeep:\n  n: null\nitems[2]:\n  - 5\n  - k: 1\n    l: two\n'
  expect(JSON.parse((await convert(toon, 'toon', 'json')).text)).toEqual({
    name: 'Ann',
    tags: ['a', 'b,c'],
    rows: [
      { id: 1, v: 'x' },
      { id: 2, v: true },
    ],
    deep: { n: null },
    items: [5, { k: 1, l: 'two' }],
  })
})

test('Parquet: an independent reader finds the same values, and so does ours', async () => {
  const rows =
    '[{"i":9007199254740993,"d":1.5,"t":"é","b":true,"n":[1]},{"i":-1,"d":null,"t":"","b":false,"n":null}]'
  const { bytes } = await convert(rows, 'json', 'parquet')
  const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  expect(read).toEqual([
    { i: 9007199254740993n, d: 1.5, t: 'é', b: true, n: '[1]' },
    { i: -1n, d: null, t: '', b: false, n: null },
  ])
  expect((await convert(bytes, 'parquet', 'jsonl')).text).toBe(
    '{"i":9007199254740993,"d":1.5,"t":"é","b":true,"n":"[1]"}\n{"i":-1,"d":null,"t":"","b":false,"n":null}\n',
  )
})

function databaseOf(sql: string): Uint8Array {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  return database.serialize()
}

test('SQLite: every table, with 64-bit numbers, null, blobs; views and triggers do not run', async () => {
  const bytes = databaseOf(
    `CREATE TABLE "../a" (id INTEGER, v, b BLOB); INSERT INTO "../a" VALUES (9223372036854775807, NULL, x'00ff'), (1.5, '', 'x');
     CREATE TABLE empty (a, b); CREATE VIEW w AS SELECT load_extension('x');`,
  )
  const { text } = await convert(bytes, 'sqlite', 'json')
  expect(text).toContain('{"id":9223372036854775807,"v":null,"b":"AP8="}')
  expect(JSON.parse(text)).toMatchObject({ '../a': [{ b: 'AP8=' }, { id: 1.5, v: '', b: 'x' }], empty: [] })
  const zip = await convert(bytes, 'sqlite', 'csv')
  expect(zip.report).toMatchObject({ format: 'zip' })
  expect(zip.text).toContain('_a.csv')
  expect(zip.text).not.toContain('../a')
})

test('SQLite: what is written is read by SQLite itself', async () => {
  const { bytes } = await convert('a,A,n\n007,x,2.5\n,y,3\n', 'csv', 'sqlite')
  const database = new DatabaseSync(':memory:')
  database.deserialize(bytes)
  expect(database.prepare('SELECT * FROM sample').all()).toEqual(
    [
      { a: '007', A_2: 'x', n: 2.5 },
      { a: null, A_2: 'y', n: 3 },
    ].map(({ A_2, ...row }) => expect.objectContaining({ ...row, a_2: A_2 })),
  )
})

test('preview: the first rows with types, and the count of all', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => `${index},2024-01-01,${'x'.repeat(300)}`)
  const { report } = await convert(`n,day,t\n${rows.join('\n')}\n`, 'csv', 'parquet')
  const [part] = report?.parts ?? []
  const [table] = dataPreviewSchema.parse(JSON.parse(part?.text ?? '')).tables
  expect(table?.columns.map(({ type }) => type)).toEqual(['number', 'date', 'text'])
  expect(table).toMatchObject({ rowCount: 250, columnCount: 3 })
  expect(table?.rows).toHaveLength(100)
  expect(table?.rows[1]?.[2]).toHaveLength(200)
})

test('HTML and Markdown: markup in cells stays text', async () => {
  const json = '[{"<b>":"<script>|*x*"}]'
  expect((await convert(json, 'json', 'html')).text).toContain('<td>&lt;script&gt;|*x*</td>')
  expect((await convert(json, 'json', 'md')).text).toContain('| \\<script\\>\\|\\*x\\* |')
})

test('repeated keys are warned about, and the last one counts', async () => {
  const { text, report } = await convert('{"a":1,"a":2}', 'json', 'yaml')
  expect(text).toBe('a: 2\n')
  expect(report?.warnings).toEqual([
    'One key appears more than once in the same object; only the last value was kept.',
  ])
})

test.each([
  ['json', '{\n"a":1,\n}', { code: 'data-syntax', line: 3 }],
  ['json', '[1', { code: 'data-syntax', line: 1 }],
  ['json', '"\\ud800\\q"', { code: 'data-syntax', line: 1 }],
  ['jsonl', '{"a":1}\n{"a":', { code: 'data-syntax', line: 2 }],
  ['yaml', 'a: 1\nb: [', { code: 'data-syntax', line: 2 }],
  ['toml', 'a = 1\nb = ', { code: 'data-syntax', line: 2 }],
  ['xml', '<a><b></a>', { code: 'file-damaged' }],
  ['toon', 'a[3]: 1,2', { code: 'data-syntax', line: 1 }],
  ['json', '['.repeat(100_000), { code: 'data-syntax', line: 1 }],
  ['xml', '<a>'.repeat(100_000), { code: 'unsupported-variant' }],
  ['parquet', 'PAR1xxxxxxxxPAR1', { code: 'file-damaged' }],
  ['sqlite', `SQLite format 3\0${'x'.repeat(500)}`, { code: 'file-damaged' }],
] as const)(
  '%s: %#, damaged or hostile content is refused with its place',
  async (format, content, expected) => {
    expect(await failure(content, format)).toMatchObject(expected)
  },
)

test('YAML: nested aliases that multiply are refused', async () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(',')}]`,
  )
  expect(await failure(levels.join('\n'), 'yaml')).toMatchObject({ code: 'unsupported-variant' })
})

test('__proto__ is a key like any other', async () => {
  for (const [from, content] of [
    ['json', '{"__proto__":{"polluted":1}}'],
    ['yaml', '__proto__:\n  polluted: 1\n'],
    ['toml', '[__proto__]\npolluted = 1\n'],
    ['xml', '<__proto__><polluted>1</polluted></__proto__>'],
    ['ini', '[__proto__]\npolluted=1\n'],
  ] as const)
    expect((await convert(content, from, 'json')).text).toContain('"__proto__"')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
