/** Unknown options, fields and files are rejected by name; nothing is ignored silently. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let client: ApiClient
let png: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
  ;({ client } = await createApiMember(filesmith))
  png = await drawPng()
})
afterAll(() => filesmith.stop())

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

async function refusalOf(reply: Response): Promise<Refusal> {
  const { code, message } = (await reply.json()) as { code: string; message: string }
  return { status: reply.status, code, message }
}

type Part = readonly [name: string, value: string | Blob, fileName?: string]

async function sendForm(path: string, parts: readonly Part[]): Promise<Refusal> {
  const body = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, fileName)
  }
  return refusalOf(await createVisitor(filesmith.baseUrl).fetch(path, { method: 'POST', body }))
}

const file = (name = 'file'): Part => [name, new Blob([new Uint8Array(png)]), 'a.png']

const required: Readonly<Record<string, string>> = {
  outputFormat: 'png',
  subtitles: '1\n00:00:01,000 --> 00:00:02,000\nHi\n',
  sourceLanguage: 'en',
  targetLanguage: 'fr',
}
const neededBy = (id: (typeof operationIds)[number]) =>
  Object.entries(required).filter(([name]) => name in operations[id].fields.shape)

test.each(operationIds)('%s: rejects an unknown form field by name', async id => {
  const refusal = await sendForm(operations[id].path, [file(), ...neededBy(id), ['qualty', 'high']])
  expect(refusal).toMatchObject({ status: 400, code: 'unknown-option' })
  expect(refusal.message).toContain('has no option qualty')
})

test.each(operationIds)('%s: rejects an unknown option of a job step by name', async id => {
  const inputs = [{ url: 'https://example.org/a.png' }]
  const steps = [{ operation: id, options: { ...Object.fromEntries(neededBy(id)), qualty: 'high' } }]
  expect(await refusalOf(await client.post(apiPaths.v1Jobs, { inputs, steps }))).toEqual({
    status: 400,
    code: 'unknown-option',
    message: `Step 0: ${id} has no option qualty.`,
  })
})

test('batch-convert: rejects a password', async () => {
  const parts: Part[] = [
    file('files'),
    ['fileType', 'images'],
    ['targetFormat', 'jpg'],
    ['password', 'Ember'],
  ]
  expect(await sendForm('/api/batch-convert', parts)).toEqual({
    status: 400,
    code: 'unknown-option',
    message: 'A batch has no option password.',
  })
})

test('extract-text: rejects an unknown key of options by name', async () => {
  const options = JSON.stringify({ preserveLayout: true, enhance: true })
  expect(await sendForm('/api/extract/text', [file(), ['options', options]])).toMatchObject({
    status: 400,
    code: 'unknown-option',
    message: 'extract-text has no option options.enhance.',
  })
})

test('compress-files: rejects an unknown key of a file', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(png, 'a.png', 'compress-files')
  const reply = await visitor.post('/api/compress/files', { files: [{ uploadId, password: 'Ember' }] })
  expect(await refusalOf(reply)).toMatchObject({ status: 400, code: 'unknown-option' })
})

test.each<readonly [string, () => readonly Part[], string]>([
  ['the same field twice', () => [file(), ['outputFormat', 'jpg'], ['outputFormat', 'webp']], 'sent twice'],
  ['a file in an unknown part', () => [file(), ['outputFormat', 'jpg'], file('document')], 'not as document'],
  [
    'a file and the id of another',
    () => [file(), ['outputFormat', 'jpg'], ['uploadId', '00000000-0000-0000-0000-000000000000']],
    'one of the three',
  ],
  ['a field longer than is read', () => [file(), ['outputFormat', 'x'.repeat(1_100_000)]], 'too long'],
])('convert-image: rejects a form with %s', async (_what, parts, reason) => {
  const refusal = await sendForm('/api/convert/image', parts())
  expect(refusal).toMatchObject({ status: 400, code: 'invalid-request' })
  expect(refusal.message).toContain(reason)
})

test('add-subtitles: accepts form fields above ten thousand bytes', async () => {
  const long = `1\n00:00:01,000 --> 00:00:02,000\n${'word '.repeat(5000)}\n`
  // Rejected because of the file, which is an image; the subtitles were accepted.
  expect(await sendForm('/api/subtitle/video', [file(), ['subtitles', long]])).toMatchObject({
    code: 'unsupported-input',
  })
})

test.each([
  [`${apiPaths.v1Jobs}?statu=failed`, 'GET'],
  [`${apiPaths.v1Files}?filename=a.png`, 'POST'],
])('/api/v1: rejects the unknown parameter of %s', async (path, method) => {
  const reply = await client.fetch(path, { method, ...(method === 'POST' && { body: 'x' }) })
  expect(reply.status).toBe(400)
})

test('/api/v1/files: rejects a field besides the file by name', async () => {
  const body = new FormData()
  body.append('fileName', 'b.png')
  body.append('file', new Blob([new Uint8Array(png)]), 'a.png')
  expect(await refusalOf(await client.fetch(apiPaths.v1Files, { method: 'POST', body }))).toMatchObject({
    status: 400,
    code: 'unknown-option',
  })
})
