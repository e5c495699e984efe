/**
 * Hostile spreadsheets, presentations and drawings: nothing is fetched or read even without the sandbox (SSRF, file
 * disclosure), and bombs end early.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { sanitizeXls } from '@filesmith/engines/libreoffice/sanitize/doc/sanitize-xls'
import { sanitizeVsdx } from '@filesmith/engines/libreoffice/sanitize/package/sanitize-ooxml'
import { sanitizeDocument } from '@filesmith/engines/libreoffice/sanitize/sanitize-document'
import { unpack } from '@filesmith/engines/translation/documents/docx/package/read-package'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { everyNth } from '../support/thorough.ts'
import { writeLinkingDxf } from './support/drawings.ts'
import { type HostileOffice, hostileOffice, openDocument, shownWords } from './support/hostile-office.ts'
import { type OfficeHarness, startOfficeHarness } from './support/office-harness.ts'
import { writeCompoundFile } from './support/protect-docx.ts'
import { drawChart, reportDocx, sampleDocument } from './support/report.ts'
import {
  callToken,
  fixedCallToken,
  nameToken,
  record,
  sharedToken,
  textToken,
  words,
  writeXls,
} from './support/write-xls.ts'
import { writeXlsx } from './support/write-xlsx.ts'
import { writeZip } from './support/write-zip.ts'

const secret = 'secret-of-workbooks-4712'
let server: Server
let folder: string
let files: HostileOffice[]
let harness: OfficeHarness
const requests: string[] = []

beforeAll(async () => {
  server = createServer((request, reply) => {
    requests.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'filesmith-bait-'))
  const [imagePath, bookPath] = [join(folder, 'bait.png'), join(folder, 'bait.xlsx')]
  await writeFile(imagePath, await drawChart())
  await writeFile(bookPath, writeXlsx([{ name: 'Secret', rows: [[secret]] }]))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  files = hostileOffice({ address, imagePath, bookPath })
  harness = await startOfficeHarness({ sandbox: 'off' })
})

afterAll(async () => {
  await harness.close()
  server.close()
  await rm(folder, { recursive: true })
})

/** The secret anywhere in a result, or the image, which is 200 pixels wide. */
async function isLeaking(path: string, bytes: Buffer, to: string): Promise<boolean> {
  if (bytes.includes(secret)) return true
  if (to === 'pdf') {
    const { pages, imageCount } = await readPdf(path)
    return imageCount > 0 || pages.join(' ').includes(secret)
  }
  if (to === 'svg') return /<image/.test(bytes.toString())
  const parts = await readZip(bytes)
  return [...parts].some(([name, part]) => part.includes(secret) || /media\/|Pictures\//.test(name))
}

test('control: the listener records a request, and isLeaking detects an image and the secret', async () => {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hello`)
  expect(requests.splice(0)).toEqual(['/hello'])
  const book = writeXlsx([{ name: 'S', rows: [[secret]] }])
  const { path, bytes } = await harness.convert({ input: book, from: 'xlsx', to: 'pdf' })
  expect(await isLeaking(path, bytes, 'pdf')).toBe(true)
  expect(await isLeaking('', book, 'xlsx')).toBe(true)
})

test.each(['pdf', 'the same'] as const)(
  'hostile files to %s: nothing is fetched, read or run',
  async target => {
    const leaks: string[] = []
    for (const { what, format, content } of target === 'pdf' ? files : everyNth(3, files)) {
      const isDrawing = format === 'odg' || format === 'vsdx'
      const to = target === 'pdf' ? 'pdf' : isDrawing ? 'svg' : format
      const { path, bytes } = await harness.convert({ input: content, from: format, to })
      if (to === 'pdf') expect((await readPdf(path)).pages.join(' '), what).toContain(shownWords)
      if (to === 'svg') expect(bytes.includes(shownWords), what).toBe(true)
      if (await isLeaking(path, bytes, to)) leaks.push(what)
    }
    expect(leaks).toEqual([])
    expect(requests).toEqual([])
    expect(await readdir(folder)).toEqual(['bait.png', 'bait.xlsx'])
  },
)

test('a formula that reads another workbook keeps the value that the file has saved', async () => {
  const rows = [[{ formula: '[1]Secret!A1', value: 'saved', attributes: 't="shared" ref="A1:A2" si="0"' }]]
  const { text } = await harness.convert({
    input: writeXlsx([{ name: 'S', rows: [...rows, [{ formula: 'Sales[Sum]+1', value: 5 }]] }]),
    from: 'xlsx',
    to: 'csv',
  })
  expect(text).toMatch(/^saved\n/)
})

/** What INFO and CELL show of the machine: the system, its version, that of LibreOffice, and the folder of the job. */
const machine = /linux|build|file:|filesmith-|input/i
const disclosing = [
  'INFO("system")',
  'INFO("osversion")',
  'INFO("release")',
  'CELL("filename")',
  'CELL("filename",A1)',
  'IF(TRUE,"on "&INFO ("system"))',
  'TheSystem',
  'TheSentence',
]
const disclosingNames = [
  ['TheSystem', 'INFO("system")'],
  ['TheSentence', '"on "&TheSystem'],
] as const

/** Saved results in the first row, none in the second; conditions and validations with such formulas. */
function writeDisclosingXlsx(): Buffer {
  const [condition] = disclosing
  return writeXlsx(
    [
      {
        name: 'S',
        rows: [
          disclosing.map((formula, index) => ({ formula, value: `saved ${index}` })),
          disclosing.map(formula => ({ formula })),
        ],
        after: `<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>${condition}="LINUX"</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="custom" sqref="A1"><formula1>${condition}="LINUX"</formula1></dataValidation></dataValidations>`,
      },
    ],
    {
      definedNames: disclosingNames
        .map(
          ([name, formula]) =>
            `<definedName name="${name}">${formula.replaceAll('&', '&amp;')}</definedName>`,
        )
        .join(''),
    },
  )
}

function writeDisclosingOds(): Buffer {
  const attribute = (formula: string) =>
    `of:=${formula.replaceAll(',', ';').replaceAll('A1', '[.A1]').replaceAll('&', '&amp;').replaceAll('"', '&quot;')}`
  const saved = disclosing.map(
    (formula, index) =>
      `<table:table-cell table:formula="${attribute(formula)}" office:value-type="string" office:string-value="saved ${index}"><text:p>saved ${index}</text:p></table:table-cell>`,
  )
  const unsaved = disclosing.map(formula => `<table:table-cell table:formula="${attribute(formula)}"/>`)
  const names = disclosingNames.map(
    ([name, formula]) =>
      `<table:named-expression table:name="${name}" table:base-cell-address="$S.$A$1" table:expression="${attribute(formula)}"/>`,
  )
  return openDocument(
    'spreadsheet',
    `<office:spreadsheet><table:content-validations><table:content-validation table:name="v" table:condition="of:is-true-formula(INFO(&quot;system&quot;)=&quot;LINUX&quot;)"/></table:content-validations><table:table table:name="S"><table:table-row>${saved.join('')}</table:table-row><table:table-row>${unsaved.join('')}</table:table-row></table:table><table:named-expressions>${names.join('')}</table:named-expressions></office:spreadsheet>`,
  )
}

test.each([
  ['xlsx', writeDisclosingXlsx],
  ['ods', writeDisclosingOds],
] as const)('%s: INFO and CELL keep the value that the file has saved', async (from, write) => {
  const { text } = await harness.convert({ input: write(), from, to: 'csv' })
  expect(text.split('\n')[0]).toBe(disclosing.map((_, index) => `saved ${index}`).join(','))
  expect(text).not.toMatch(machine)
  for (const to of ['xlsx', 'ods'] as const) {
    const { bytes } = await harness.convert({ input: write(), from, to })
    for (const [name, part] of await readZip(bytes))
      if (/(?:sheet1|workbook|content)\.xml$/.test(name))
        expect(part.toString(), name).not.toMatch(/linux|build:|filesmith-|INFO|CELL\(/i)
  }
})

const [cellNumber, infoNumber] = [0x7d, 0xf4]
const infoTokens = Buffer.concat([textToken('system'), fixedCallToken(infoNumber)])
const cellTokens = Buffer.concat([textToken('filename'), callToken(cellNumber, 1)])

test('xls: INFO and CELL keep the value that the file has saved', async () => {
  const sharedBody = Buffer.concat([
    words(7, 8),
    Buffer.from([0, 0, 0, 2]),
    words(infoTokens.length),
    infoTokens,
  ])
  const input = writeXls({
    formulas: [
      { tokens: infoTokens, saved: 'a longer text than the formula has bytes' },
      { tokens: cellTokens, saved: 'saved' },
      { tokens: Buffer.concat([infoTokens, textToken('!'), Buffer.from([0x08])]), saved: 'joined' },
      { tokens: infoTokens, saved: 4.5 },
      { tokens: infoTokens, saved: true },
      { tokens: nameToken(1), saved: 'named' },
      { tokens: nameToken(2), saved: 'named twice' },
      { tokens: sharedToken(7), saved: 'first', shared: record(0x4bc, sharedBody) },
      { tokens: sharedToken(7), saved: 'second' },
      { tokens: textToken('kept'), saved: 'kept' },
    ],
    names: {
      TheSystem: infoTokens,
      TheSentence: Buffer.concat([nameToken(1), textToken('!'), Buffer.from([0x08])]),
    },
  })
  const { text } = await harness.convert({ input, from: 'xls', to: 'csv' })
  expect(text.trim().split('\n')).toEqual([
    'a longer text than the formula has bytes',
    'saved',
    'joined',
    '4.5',
    // The file has no cell formats.
    '1',
    'named',
    'named twice',
    'first',
    'second',
    'kept',
  ])
  const { bytes } = await harness.convert({ input, from: 'xls', to: 'xlsx' })
  for (const [name, part] of await readZip(bytes))
    if (/(?:sheet1|workbook)\.xml$/.test(name))
      expect(part.toString(), name).not.toMatch(/linux|INFO|CELL\(/i)
})

test('a protected xls: INFO and CELL are #N/A, since it cannot be sanitized before it is loaded', async () => {
  const input = await sampleDocument('protected-machine.xls')
  const { text } = await harness.convert({ input, from: 'xls', to: 'csv', password: 'Ember' })
  expect(text.trim().split('\n')).toEqual(['#N/A', '#N/A', '#N/A', 'Info (a) 1'])
})

test('sanitizeDocument: refuses an SVG with a script or a reference, alone or as a page of an archive', async () => {
  const request = { format: 'svg', isResult: true, isUtf8: true } as const
  const [safe, unsafe] = ['<svg/>', '<svg><image href="https://example.org/a.png"/></svg>']
  const refuse = (input: Buffer) => sanitizeDocument(request, input, () => {}).catch(error => error.code)
  expect(await refuse(Buffer.from(safe))).toEqual(Buffer.from(safe))
  expect(await refuse(Buffer.from(unsafe))).toBe('unsupported-variant')
  expect(await refuse(writeZip({ 'page-01.svg': safe, 'page-02.svg': unsafe }))).toBe('unsupported-variant')
})

test.each(['pdf', 'svg'] as const)('a DXF drawing to %s does not read the files that it names', async to => {
  const bait = join(folder, 'bait.png')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.dxf`
  const input = writeLinkingDxf([bait, address, `file://${bait}`])
  const { path, bytes } = await harness.convert({ input, from: 'dxf', to })
  expect(await isLeaking(path, bytes, to)).toBe(false)
  if (to === 'svg') expect(bytes.toString()).toMatch(/<path/)
  expect(requests).toEqual([])
})

test('a Visio drawing loses its linked images and objects before LibreOffice opens it', async () => {
  const drawing = files.find(({ format }) => format === 'vsdx')?.content ?? Buffer.alloc(0)
  const parts = sanitizeVsdx(drawing)
  const relations = parts.find(({ name }) => name.endsWith('page1.xml.rels'))
  expect(relations && unpack(relations).toString()).not.toMatch(/file:|http:\/\/127|oleObject/)
  expect(parts.map(({ name }) => name).filter(name => name.includes('embeddings'))).toEqual([])
})

describe('bombs and broken files', () => {
  const book = (parts: Readonly<Record<string, string | Buffer>>) =>
    writeXlsx([{ name: 'S', rows: [['a']] }], { parts })
  const farCell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'

  test.each([
    [
      'markup of 210 MB',
      'needs-too-much-memory',
      () => book({ 'xl/sharedStrings.xml': Buffer.alloc(210 * 1024 * 1024, 0x20) }),
    ],
    [
      'elements nested 5,000 deep',
      'file-damaged',
      () => book({ 'xl/theme/theme1.xml': `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}` }),
    ],
    [
      'entities',
      'file-damaged',
      () => book({ 'xl/styles.xml': '<!DOCTYPE s [<!ENTITY a "aaaa">]><s>&a;</s>' }),
    ],
    ['a truncated file', 'file-damaged', () => writeXlsx([{ name: 'S', rows: [['a']] }]).subarray(0, 900)],
    [
      'a package without a workbook',
      'file-damaged',
      () => writeZip({ '[Content_Types].xml': '<Types/>', 'xl/a.xml': '<a/>' }),
    ],
    ['a binary workbook', 'unsupported-variant', () => book({ 'xl/workbook.bin': 'x' })],
    ['a document', 'unsupported-input', () => reportDocx()],
    [
      'the last cell of 17 billion',
      'needs-too-much-memory',
      () =>
        writeXlsx([{ name: 'S', rows: [['a']], after: '' }], {
          parts: {
            'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${farCell}</sheetData></worksheet>`,
          },
        }),
    ],
  ] as const)('%s: %s', async (_what, code, write) => {
    expect(await harness.codeOf({ input: await write(), from: 'xlsx', to: 'csv' })).toBe(code)
  })

  test('a table of 20,000 columns is refused', async () => {
    const input = `${'a,'.repeat(20_000)}\n`
    expect(await harness.codeOf({ input, from: 'csv', to: 'xlsx' })).toBe('needs-too-much-memory')
  })

  test.each(['xls', 'ppt', 'odp', 'key', 'numbers'] as const)(
    'random bytes as %s: file-damaged',
    async from => {
      const input = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) & 255))
      expect(await harness.codeOf({ input, from, to: 'pdf' })).toBe('file-damaged')
    },
  )

  test('the workbook works after all of them', async () => {
    const { text } = await harness.convert({
      input: writeXlsx([{ name: 'S', rows: [['a', 1]] }]),
      from: 'xlsx',
      to: 'csv',
    })
    expect(text).toBe('a,1\n')
  })
})

test('sanitizeXls: paths of linked workbooks and names of fetching functions are gone, the rest stays', () => {
  const path = 'http://evil.example/book.xls'
  const supBook = Buffer.concat([Buffer.from([1, 0, path.length, 0, 0]), Buffer.from(path)])
  const internal = Buffer.from([3, 0, 1, 4])
  const workbook = Buffer.concat([
    record(0x809, Buffer.alloc(16)),
    record(0x1ae, internal),
    record(0x1ae, supBook),
    record(0x23, Buffer.from('\0\0\0\0\0\0\x10\0_xlfn.WEBSERVICE', 'latin1')),
    record(0x0204, Buffer.from('a label stays')),
    record(0x0a, Buffer.alloc(0)),
    Buffer.alloc(5000),
  ])
  const clean = sanitizeXls(writeCompoundFile({ Workbook: workbook }))
  expect(clean.includes('evil.example')).toBe(false)
  expect(clean.includes('WEBSERVICE')).toBe(false)
  expect(clean.includes('a label stays')).toBe(true)
  expect(clean.includes(internal)).toBe(true)
})
