/** Converting PDFs and other documents over real HTTP: formats, passwords, limits and errors. */
import { readFile } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocx } from '../corpus/support/docx-structure.ts'
import { drawMixedPdf } from '../support/draw-mixed-pdf.ts'
import { drawTextPage } from '../support/draw-text-page.ts'
import { runSql } from '../support/member.ts'
import { ocrTexts } from '../support/ocr-texts.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor
const logged: string[] = []
beforeAll(async () => {
  filesmith = await startFilesmith({ LOG_LEVEL: 'debug' }, { logTo: line => logged.push(line) })
  visitor = createVisitor(filesmith.baseUrl)
})
afterAll(() => filesmith.stop())

const sample = (name: string) => readFile(new URL(`../corpus/samples/pdf/${name}.pdf`, import.meta.url))

async function convert(name: string, fields: Record<string, string>) {
  const file = new Blob([new Uint8Array(await sample(name))])
  return visitor.convert(file, `${name}.pdf`, fields, { operation: 'convert-pdf' })
}

async function download(reply: Response): Promise<{ bytes: Buffer; type: string | null }> {
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const response = await visitor.fetch(downloadUrl)
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') }
}

test.each([
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['txt', 'text/plain'],
  ['html', 'application/octet-stream'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
])('API-25 PDF-03 PDF-07 convert PDF: to %s', async (outputFormat, mime) => {
  const { bytes, type } = await download(await convert('lists', { outputFormat, quality: 'low' }))
  expect(type).toContain(mime)
  if (outputFormat === 'docx') expect((await readDocx(bytes)).text.length).toBeGreaterThan(50)
  else if (mime.startsWith('image/')) expect((await sharp(bytes).metadata()).width).toBeGreaterThan(500)
  else expect(bytes.toString().length).toBeGreaterThan(50)
})

const page = `<!DOCTYPE html><html><body><h1>Harbor report</h1>
<p>The <b>north</b> pier, see <a href="https://harbor.example/plan">the plan</a>.</p>
<ul><li>Ropes<ul><li>thin</li></ul></li><li>Sails</li></ul>
<table><tr><th>Boat</th><th>Length</th></tr><tr><td>Ada</td><td>7 m</td></tr></table>
<p><img alt="Red" src="data:image/png;base64,${(
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
).toString('base64')}"><img src="http://127.0.0.1:9/tracker.png" alt=""></p></body></html>`

const parts = [
  '# Harbor report',
  'The **north** pier',
  '[the plan](https://harbor.example/plan)',
  '- Ropes\n  - thin\n- Sails',
  '| Boat | Length |\n| - | - |\n| Ada | 7 m |',
]

async function convertDocument(bytes: Uint8Array, name: string, fields: Record<string, string>) {
  const file = new Blob([new Uint8Array(bytes)])
  return download(await visitor.convert(file, name, fields, { operation: 'convert-document' }))
}

test('convert document: HTML and DOCX become Markdown with headings, lists, tables, links and images', async () => {
  const html = Buffer.from(page)
  const inline = await convertDocument(html, 'a.html', { outputFormat: 'md', images: 'inline' })
  expect(inline.type).toContain('text/markdown')
  for (const part of [...parts, '![Red](data:image/png;base64,'])
    expect(inline.bytes.toString()).toContain(part)
  const beside = await convertDocument(html, 'harbor.html', { outputFormat: 'md' })
  expect(beside.type).toContain('application/zip')
  expect(beside.bytes.toString('latin1')).toMatch(
    /harbor\.md[\s\S]*!\[Red\]\(images\/image-001\.png\)[\s\S]*images\/image-001\.png/,
  )
  const docx = await convertDocument(html, 'a.html', { outputFormat: 'docx' })
  const back = await convertDocument(docx.bytes, 'a.docx', { outputFormat: 'md', images: 'none' })
  for (const part of parts) expect(back.bytes.toString()).toContain(part)
  expect([inline, beside, back].map(({ bytes }) => bytes.includes('tracker.png'))).toEqual([
    false,
    false,
    false,
  ])
})

test('convert document: pages become images, several of them in a ZIP file', async () => {
  const html = Buffer.from(page)
  const one = await convertDocument(html, 'a.html', { outputFormat: 'png', dpi: '72' })
  expect(one.type).toContain('image/png')
  // A page of A4 or Letter, with the red image on it.
  const { data, info } = await sharp(one.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeGreaterThan(590)
  expect(info.width).toBeLessThan(615)
  expect(data.indexOf(Buffer.from([255, 0, 0, 255, 0, 0]))).toBeGreaterThan(0)
  const broken = page.replace('<table>', '<h1 style="page-break-before: always">Boats</h1><table>')
  const docx = await convertDocument(Buffer.from(broken), 'a.html', { outputFormat: 'docx' })
  const two = await convertDocument(docx.bytes, 'harbor.docx', { outputFormat: 'jpeg', quality: 'low' })
  expect(two.type).toContain('application/zip')
  const files = await readZip(two.bytes)
  expect([...files.keys()]).toEqual(['harbor-page-01.jpg', 'harbor-page-02.jpg'])
  for (const image of files.values()) expect((await sharp(image).metadata()).format).toBe('jpeg')
})

test('convert document: a resolution without an image is refused', async () => {
  const fields = { outputFormat: 'pdf', dpi: '72' }
  const reply = await visitor.convert(new Blob([page]), 'a.html', fields, { operation: 'convert-document' })
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ code: 'option-without-effect' })
})

test('convert PDF: becomes Markdown with footnotes and links, scanned pages included', async () => {
  const notes = await download(await convert('notes-links', { outputFormat: 'md' }))
  expect(notes.type).toContain('text/markdown')
  expect(notes.bytes.toString()).toMatch(/\[\^1\][^:][\s\S]*\n\[\^1\]: /)
  expect(notes.bytes.toString()).toMatch(/\[[^\]]+\]\(https?:/)
  const scan = await (await drawTextPage(ocrTexts.en, { paragraphs: 1 }))
    .jpeg()
    .toBuffer({ resolveWithObject: true })
  const input = drawMixedPdf('These words were typed, not scanned.', {
    jpeg: scan.data,
    width: scan.info.width,
    height: scan.info.height,
    isGray: scan.info.channels === 1,
  })
  const file = new Blob([new Uint8Array(input)])
  const fields = { outputFormat: 'md', images: 'none' }
  const { bytes } = await download(await visitor.convert(file, 'a.pdf', fields, { operation: 'convert-pdf' }))
  expect(bytes.toString()).toContain('These words were typed, not scanned.')
  const words = ocrTexts.en.paragraphs[0]?.split(' ') ?? []
  const found = words.filter(word => bytes.toString().includes(word))
  expect(found.length).toBeGreaterThan(0.9 * words.length)
})

test('convert PDF: requires the password of a protected file and does not store or log it', async () => {
  const locked = await convert('locked', { outputFormat: 'txt' })
  expect([locked.status, await locked.json()]).toMatchObject([422, { code: 'password-needed' }])
  const wrong = await convert('locked', { outputFormat: 'txt', password: 'lamp' })
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: 'password-wrong' }])
  expect((await convert('locked', { outputFormat: 'txt', password: 'lighthouse' })).status).toBe(200)
  const rows = await runSql<{ whole: string; sealed: string | null }>(
    filesmith.databaseUrl,
    'select conversions::text as whole, sealed_password as sealed from conversions',
  )
  expect(rows.filter(({ sealed, whole }) => sealed !== null || whole.includes('lighthouse'))).toEqual([])
  expect(logged.join('\n')).not.toContain('lighthouse')
})

test('retry: opens a protected document of a batch with its password, which is not stored or logged', async () => {
  const client = createVisitor(filesmith.baseUrl)
  const input = await readFile(new URL('../corpus/samples/documents/protected.docx', import.meta.url))
  const uploadId = await client.upload(input, 'letter.docx', 'batch-convert')
  const accepted = await client.askFor('/api/batch-convert', {
    fileType: 'documents',
    targetFormat: 'txt',
    files: [{ uploadId }],
  })
  const lastFile = async () => (await client.follow<BatchState>(accepted)).at(-1)?.files[0]
  const locked = await lastFile()
  expect(locked).toMatchObject({ status: 'failed', error: { code: 'password-needed' } })
  const retry = (password: string) => client.post(apiPaths.conversionRetry(locked?.id ?? ''), { password })
  expect((await retry('open barley')).status).toBe(202)
  expect(await lastFile()).toMatchObject({ status: 'failed', error: { code: 'password-wrong' } })
  expect((await retry('open sesame')).status).toBe(202)
  expect(await lastFile()).toMatchObject({ status: 'succeeded' })
  const rows = await runSql<{ whole: string; sealed: string | null }>(
    filesmith.databaseUrl,
    'select conversions::text as whole, sealed_password as sealed from conversions',
  )
  expect(rows.filter(({ sealed, whole }) => sealed !== null || whole.includes('open sesame'))).toEqual([])
  expect(logged.join('\n')).not.toContain('open sesame')
})

test('PDF-02 convert PDF: rejects uploads above 100MB before any byte is sent', async () => {
  const tooLarge = 100 * 1024 * 1024 + 1
  const created = await visitor.fetch(apiPaths.uploads, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(tooLarge),
      'upload-metadata': `filename ${base64('a.pdf')},operation ${base64('convert-pdf')}`,
    },
  })
  expect([created.status, await created.json()]).toMatchObject([
    413,
    { message: 'File is too large. Maximum size is 100MB.' },
  ])
})

test.each([
  [
    'an image',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    415,
    'This is a PNG image, not a PDF.',
  ],
  [
    'a truncated PDF',
    Buffer.from('%PDF-1.7 and then nothing'),
    422,
    'This PDF file is damaged or incomplete and cannot be read.',
  ],
] as const)('PDF-06 convert PDF: rejects %s with a message', async (_what, bytes, status, message) => {
  const file = new Blob([new Uint8Array(bytes)])
  const reply = await visitor.convert(file, 'a.pdf', { outputFormat: 'docx' }, { operation: 'convert-pdf' })
  expect([reply.status, await reply.json()]).toMatchObject([status, { message }])
})

test('convert document: eight concurrent conversions succeed', async () => {
  const letter = Buffer.from('Dear Ada,\n\nit works.\n')
  const asked = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const client = createVisitor(filesmith.baseUrl)
      const uploadId = await client.upload(letter, `${index}.txt`, 'convert-document')
      const accepted = await client.convertAsync(uploadId, { outputFormat: 'pdf' }, 'convert-document')
      return (await client.follow<ConversionState>(accepted)).at(-1)
    }),
  )
  expect(asked.map(state => state?.status)).toEqual(Array.from({ length: 8 }, () => 'succeeded'))
})
