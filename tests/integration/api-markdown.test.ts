/** Markdown through jobs of the public API: of a PDF, of an image as a scan, and in several steps. */
import { readFile } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ApiFile, Job } from '@filesmith/contract/schemas/v1/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { drawLines } from '../support/draw-lines.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith
let client: ApiClient
beforeAll(async () => {
  filesmith = await startFilesmith()
  ;({ client } = await createApiMember(filesmith))
})
afterAll(() => filesmith.stop())

interface Step {
  readonly operation: string
  readonly options: object
}

async function run(bytes: Uint8Array, fileName: string, steps: readonly Step[]): Promise<Job> {
  const sent = await client.fetch(`${apiPaths.v1Files}?fileName=${fileName}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  const { id: fileId } = (await sent.json()) as ApiFile
  const reply = await client.post(apiPaths.v1Jobs, { inputs: [{ fileId }], steps })
  let job = (await reply.json()) as Job
  expect(reply.status, JSON.stringify(job)).toBe(201)
  while (job.status === 'queued' || job.status === 'running')
    job = await client.json<Job>(`${apiPaths.v1Job(job.id)}?wait=30`)
  return job
}

async function resultOf({ status, error, results }: Job) {
  expect([status, error]).toEqual(['succeeded', null])
  const reply = await client.fetch(results[0]?.url ?? '')
  return { type: reply.headers.get('content-type'), text: await reply.text(), name: results[0]?.fileName }
}

const lines = ['The old lighthouse is on the northern', 'shore of the island and shines at night.']

test('API job: convert-pdf writes Markdown with footnotes and links', async () => {
  const pdf = await readFile(new URL('../corpus/samples/pdf/notes-links.pdf', import.meta.url))
  const step = { operation: 'convert-pdf', options: { outputFormat: 'md', images: 'none' } }
  const { type, text, name } = await resultOf(await run(pdf, 'notes.pdf', [step]))
  expect([type, name]).toEqual([expect.stringContaining('text/markdown'), 'notes.md'])
  expect(text).toMatch(/\[\^1\][^:][\s\S]*\n\[\^1\]: /)
  expect(text).toMatch(/\[[^\]]+\]\(https?:/)
})

test('API job: extract-text writes Markdown of an image, which a further step converts', async () => {
  const toMarkdown = { operation: 'extract-text', options: { outputFormat: 'md' } }
  const scan = await drawLines({ lines })
  const { type, text, name } = await resultOf(await run(scan, 'page.png', [toMarkdown]))
  expect([type, name]).toEqual([expect.stringContaining('text/markdown'), 'page.md'])
  expect(text).toBe(`${lines.join(' ')}\n`)
  const packed = await run(scan, 'page.png', [toMarkdown, { operation: 'compress-files', options: {} }])
  expect(packed).toMatchObject({ status: 'succeeded', results: [{ format: 'zip' }] })
})

test('API job: extract-text writes plain text by default and refuses other formats', async () => {
  const plain = await run(await drawLines({ lines }), 'page.png', [
    { operation: 'extract-text', options: {} },
  ])
  expect(await resultOf(plain)).toMatchObject({ name: 'page.txt' })
  const steps = [{ operation: 'extract-text', options: { outputFormat: 'docx' } }]
  const reply = await client.post(apiPaths.v1Jobs, { inputs: [{ fileId: plain.id }], steps })
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('Output format must be one of: txt, md.') },
  ])
})
