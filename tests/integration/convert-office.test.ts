/** Converting spreadsheets and presentations over real HTTP: formats by content and name, archives, passwords, refusals. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protectDocx } from '../corpus/support/protect-docx.ts'
import { writePptx } from '../corpus/support/write-pptx.ts'
import { writeXlsx } from '../corpus/support/write-xlsx.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor

beforeAll(async () => {
  filesmith = await startFilesmith()
  visitor = createVisitor(filesmith.baseUrl)
})
afterAll(() => filesmith.stop())

type Operation = 'convert-spreadsheet' | 'convert-presentation' | 'convert-document'

function send(input: Buffer | string, name: string, operation: Operation, fields: Record<string, string>) {
  return visitor.convert(new Blob([new Uint8Array(Buffer.from(input))]), name, fields, { operation })
}

async function download(reply: Response) {
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const response = await visitor.fetch(downloadUrl)
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

const budget = (parts = {}) =>
  writeXlsx(
    [
      { name: 'North', rows: [['Pier', 3]] },
      { name: 'South', rows: [['Crane', { formula: 'B1*2', value: 4 }]] },
    ],
    { parts },
  )

test('convert spreadsheet: two sheets to csv are returned as a ZIP', async () => {
  const reply = await send(budget(), 'budget.xlsx', 'convert-spreadsheet', { outputFormat: 'csv' })
  const { bytes, headers } = await download(reply)
  expect(headers.get('content-disposition')).toContain('budget.zip')
  expect([...(await readZip(bytes))].map(([name, text]) => [name, text.toString()])).toEqual([
    ['North.csv', 'Pier,3\n'],
    ['South.csv', 'Crane,4\n'],
  ])
})

test('convert spreadsheet: a protected workbook is recognized by its name and asks for its password', async () => {
  // The writer of compound files has no small streams.
  const locked = protectDocx(budget({ 'docProps/padding.bin': randomBytes(6000) }), 'Ember')
  const fields = { outputFormat: 'txt' }
  const refused = await send(locked, 'budget.xlsx', 'convert-spreadsheet', fields)
  expect(await refused.json()).toMatchObject({ code: 'password-needed' })
  const opened = await send(locked, 'budget.xlsx', 'convert-spreadsheet', { ...fields, password: 'Ember' })
  expect((await download(opened)).bytes.toString()).toContain('Crane  4')
})

test('convert spreadsheet: a table in a text file by its name; documents refuse workbooks by name', async () => {
  const table = await send('zip;sum\n01234;1,5\n', 'table.csv', 'convert-spreadsheet', {
    outputFormat: 'xlsx',
  })
  expect((await download(table)).bytes.subarray(0, 2).toString()).toBe('PK')
  const refused = await send(budget(), 'budget.xlsx', 'convert-document', { outputFormat: 'pdf' })
  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({
    code: 'unsupported-input',
    message: expect.stringContaining('XLSX'),
  })
})

test('convert presentation: slides to images and text', async () => {
  const talk = writePptx([{ title: 'Harbor plan' }, { title: 'Costs' }])
  const images = await download(
    await send(talk, 'talk.pptx', 'convert-presentation', { outputFormat: 'jpg', dpi: '50' }),
  )
  expect([...(await readZip(images.bytes)).keys()]).toEqual(['talk-page-01.jpg', 'talk-page-02.jpg'])
  const text = await download(await send(talk, 'talk.pptx', 'convert-presentation', { outputFormat: 'md' }))
  expect(text.bytes.toString()).toBe('## Harbor plan\n\n## Costs\n')
})
