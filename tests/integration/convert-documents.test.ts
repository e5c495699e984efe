/** Converting PDFs and other documents over real HTTP: formats, passwords, limits and errors. */
import { readFile } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocx } from '../corpus/support/docx-structure.ts'
import { runSql } from '../support/member.ts'
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
