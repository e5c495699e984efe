/** Jobs of the public API with a real worker and real engines; imports and exports use a server of the test. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import { comparisonSchema } from '@filesmith/contract/pdf/comparison'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { ApiFile, Job, JobPage, NewJob } from '@filesmith/contract/schemas/v1/job'
import type { CreatedWebhook } from '@filesmith/contract/schemas/v1/webhook'
import { writeFormPdf } from '@filesmith/engines/pdf-tools/forms/form.fixture'
import sharp from 'sharp'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../packages/server/src/adapters/disk-storage/disk-storage.ts'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { checkPdf } from '../support/check-pdf.ts'
import { drawNoise, drawPng } from '../support/images.ts'
import { type Member, runSql } from '../support/member.ts'
import { type OtherSite, startOtherSite } from '../support/other-site.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let site: OtherSite
let client: ApiClient
let member: Member
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-jobs-'))
  filesmith = await startFilesmith({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8', SWEEP_INTERVAL_SECONDS: '1' })
  site = await startOtherSite()
  ;({ client, member } = await createApiMember(filesmith))
})
afterAll(async () => {
  await site.stop()
  await filesmith.stop()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  site.answer = undefined
})

const resize = { operation: 'resize-image', options: { width: 64 } } as const
const toWebp = { operation: 'convert-image', options: { outputFormat: 'webp' } } as const
const zip = { operation: 'compress-files', options: {} } as const

interface Wanted {
  readonly inputs: NewJob['inputs']
  readonly steps: readonly { operation: string; options?: object }[]
  readonly exports?: readonly { url: string; headers?: Record<string, string> }[]
  readonly tag?: string
}

async function ask(wanted: Wanted, by = client): Promise<Job> {
  const reply = await by.post(apiPaths.v1Jobs, wanted)
  const job = (await reply.json()) as Job
  expect(reply.status, JSON.stringify(job)).toBe(201)
  expect(reply.headers.get('location')).toBe(apiPaths.v1Job(job.id))
  return job
}

async function untilFinished(id: string, by = client): Promise<Job> {
  for (;;) {
    const job = await by.json<Job>(`${apiPaths.v1Job(id)}?wait=30`)
    if (job.status !== 'queued' && job.status !== 'running') return job
  }
}

async function send(bytes: Buffer, fileName: string, by = client): Promise<ApiFile> {
  const reply = await by.fetch(`${apiPaths.v1Files}?fileName=${encodeURIComponent(fileName)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  expect(reply.status).toBe(201)
  return (await reply.json()) as ApiFile
}

async function refusal(wanted: unknown): Promise<{ status: number; code: string; message: string }> {
  const reply = await client.post(apiPaths.v1Jobs, wanted)
  return { status: reply.status, ...((await reply.json()) as { code: string; message: string }) }
}

/** All uploads and conversions of the account. */
async function listStored() {
  const [account] = await runSql<{ id: string }>(
    filesmith.databaseUrl,
    'select id from users where username = $1',
    [member.username],
  )
  const owner = account?.id
  const [uploads, conversions] = await Promise.all([
    runSql<{ id: string }>(filesmith.databaseUrl, 'select id from uploads where owner_id = $1', [owner]),
    runSql<{ id: string; status: string; operation: string }>(
      filesmith.databaseUrl,
      'select id, status, operation from conversions where owner_id = $1',
      [owner],
    ),
  ])
  return { uploads: uploads.map(({ id }) => id), conversions }
}

async function untilReleased(id: string): Promise<void> {
  const isReleased = async () => {
    const query = 'select lease_until from pipelines where id = $1'
    const [row] = await runSql<{ lease_until: Date | null }>(filesmith.databaseUrl, query, [id])
    return row === undefined || row.lease_until === null
  }
  await waitUntil('the pipeline to release its lease', isReleased, { timeoutMs: 20_000, intervalMs: 100 })
}

test('API-35 job: imports from a URL, converts, resizes, compresses, exports, and sends a signed webhook', async () => {
  site.files.set('/photos/flag.heic', await readFile(new URL('../corpus/samples/flag.heic', import.meta.url)))
  const hook = (await (
    await client.post(apiPaths.v1Webhooks, { url: `${site.url}/hook`, events: ['job.succeeded'] })
  ).json()) as CreatedWebhook
  const before = await listStored()

  const asked = await ask({
    inputs: [{ url: `${site.url}/photos/flag.heic` }],
    steps: [{ operation: 'convert-image', options: { outputFormat: 'png' } }, resize, zip],
    exports: [{ url: `${site.url}/put/here.zip`, headers: { Authorization: 'Bearer theirs' } }],
    tag: 'order 7',
  })
  expect(asked).toMatchObject({ tag: 'order 7', results: [] })
  expect(['queued', 'running']).toContain(asked.status)
  const job = await untilFinished(asked.id)
  expect(job).toMatchObject({ status: 'succeeded', percent: 100, stage: 'done', error: null, tag: 'order 7' })
  expect(job.steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  expect(job.results).toMatchObject([{ format: 'zip', isExported: true }])

  const sent = site.requests.find(({ method }) => method === 'PUT')
  expect(sent).toMatchObject({ path: '/put/here.zip', headers: { authorization: 'Bearer theirs' } })
  const entries = await readZip(sent?.body ?? Buffer.alloc(0))
  expect([...entries.keys()]).toEqual(['flag-resized.png'])
  expect(await sharp(entries.get('flag-resized.png')).metadata()).toMatchObject({ format: 'png', width: 64 })

  const fetched = await client.fetch(job.results[0]?.url ?? '')
  expect(fetched.headers.get('content-disposition')).toContain('attachment')
  expect(fetched.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await fetched.arrayBuffer()).equals(sent?.body ?? Buffer.alloc(0))).toBe(true)
  const part = await client.fetch(job.results[0]?.url ?? '', { headers: { range: 'bytes=0-1' } })
  expect([part.status, await part.text()]).toEqual([206, 'PK'])

  await waitUntil('the webhook', () => site.requests.some(({ path }) => path === '/hook'), {
    timeoutMs: 20_000,
  })
  const delivered = site.requests.find(({ path }) => path === '/hook')
  const verified = new Verifier(hook.secret).verify(
    delivered?.body.toString() ?? '',
    delivered?.headers as Record<string, string>,
  )
  expect(verified).toMatchObject({ type: 'job.succeeded', data: { job: { id: asked.id, tag: 'order 7' } } })
  const forged = `${delivered?.body}`.replace('succeeded', 'failed')
  expect(() =>
    new Verifier(hook.secret).verify(forged, delivered?.headers as Record<string, string>),
  ).toThrow()

  await untilReleased(asked.id)
  const after = await listStored()
  expect(after.uploads).toEqual(before.uploads)
  expect(after.conversions.map(({ operation }) => operation)).toEqual(['compress-files'])
  const kept = await runSql<{ request: { sealed: null } }>(
    filesmith.databaseUrl,
    'select request from pipelines where id = $1',
    [asked.id],
  )
  expect(kept).toMatchObject([{ request: { sealed: null } }])
})

test('API-35 job: several inputs produce one result each, or one archive', async () => {
  site.files.set('/two.png', await drawPng(200, 100))
  const one = await send(await drawPng(100, 100), 'one.png')
  expect(one).toMatchObject({ fileName: 'one.png', format: 'png' })
  const inputs = [{ fileId: one.id }, { url: `${site.url}/two.png`, fileName: 'zwei.png' }]

  const each = await untilFinished((await ask({ inputs, steps: [toWebp] })).id)
  expect(each.results.map(({ fileName }) => fileName)).toEqual(['one.webp', 'zwei.webp'])
  const second = await client.fetch(each.results[1]?.url ?? '')
  expect(await sharp(Buffer.from(await second.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 200,
  })

  const all = await untilFinished((await ask({ inputs, steps: [toWebp, zip] })).id)
  const packed = await client.fetch(all.results[0]?.url ?? '')
  const entries = await readZip(Buffer.from(await packed.arrayBuffer()))
  expect([...entries.keys()].sort()).toEqual(['one.webp', 'zwei.webp'])
  // Files that the client uploaded are kept.
  expect((await client.fetch(apiPaths.v1File(one.id))).status).toBe(200)
})

test('API-35 job: a failure names file and step, and intermediate files are deleted', async () => {
  const good = await send(await drawPng(), 'good.png')
  const before = await listStored()
  site.files.set('/bad.png', (await drawPng()).subarray(0, 700))
  const inputs = [{ fileId: good.id }, { url: `${site.url}/bad.png` }]
  const job = await untilFinished((await ask({ inputs, steps: [toWebp, resize] })).id)
  expect(job).toMatchObject({ status: 'failed', results: [], error: { step: 0, file: 'bad.png' } })
  expect(job.error?.code).toBe('file-damaged')
  expect(job.steps.map(({ status }) => status)).toEqual(['failed', 'cancelled'])
  await untilReleased(job.id)
  const after = await listStored()
  expect(after.uploads).toEqual(before.uploads)
  const kept = after.conversions.filter(({ id }) => !before.conversions.some(each => each.id === id))
  expect(kept.every(({ status }) => status === 'failed' || status === 'cancelled')).toBe(true)
})

test('API-35 job import: a failed download reports the reason', async () => {
  const missing = await untilFinished(
    (await ask({ inputs: [{ url: `${site.url}/none.png` }], steps: [toWebp] })).id,
  )
  expect(missing.error).toMatchObject({ code: 'import-failed', step: null, file: 'none.png' })
  expect(missing.error?.message).toContain('it answered with status 404.')
})

test('API-35 job export: a rejected export fails the job, and its results can still be downloaded', async () => {
  site.files.set('/a.png', await drawPng())
  site.answer = ({ method, path }, reply) =>
    method === 'GET' ? void reply.end(site.files.get(path)) : void reply.writeHead(403).end()
  const inputs = [{ url: `${site.url}/a.png` }]
  const exports = [{ url: `${site.url}/put` }]
  const job = await untilFinished((await ask({ inputs, steps: [toWebp], exports })).id)
  expect(job).toMatchObject({ status: 'failed', error: { code: 'export-failed', file: 'a.webp' } })
  await untilReleased(job.id)
  expect((await client.fetch(job.results[0]?.url ?? '')).status).toBe(200)
})

test('API-35 job export: a temporary failure is retried', async () => {
  site.files.set('/b.png', await drawPng())
  let puts = 0
  site.answer = ({ method, path }, reply) => {
    if (method === 'GET') return void reply.end(site.files.get(path))
    // Webhooks of other tests may still arrive.
    if (method !== 'PUT') return void reply.end()
    puts++
    reply.writeHead(puts === 1 ? 503 : 201).end()
  }
  const inputs = [{ url: `${site.url}/b.png` }]
  const exports = [{ url: `${site.url}/put` }]
  const job = await untilFinished((await ask({ inputs, steps: [toWebp], exports })).id)
  expect([job.status, puts]).toEqual(['succeeded', 2])
})

test('API-35 cancel job: stops running conversions and refunds the allowance', async () => {
  const usedBefore = (await member.json<Usage>(apiPaths.usage)).today.used
  const noise = await send(await drawNoise(2400, 1800), 'noise.jpg')
  const avif = { operation: 'convert-image', options: { outputFormat: 'avif', quality: 'high' } }
  const asked = await ask({ inputs: [{ fileId: noise.id }], steps: [avif, resize] })
  const isRunning = async () => (await listStored()).conversions.some(({ status }) => status === 'running')
  await waitUntil('the conversion to run', isRunning, { timeoutMs: 30_000, intervalMs: 20 })
  expect((await client.fetch(apiPaths.v1Job(asked.id), { method: 'DELETE' })).status).toBe(204)
  const job = await untilFinished(asked.id)
  expect(job).toMatchObject({ status: 'cancelled', results: [] })
  await untilReleased(asked.id)
  expect(await isRunning()).toBe(false)
  expect((await member.json<Usage>(apiPaths.usage)).today.used).toBe(usedBefore)
  // A second DELETE removes it.
  expect((await client.fetch(apiPaths.v1Job(asked.id), { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Job(asked.id))).status).toBe(404)
})

test('API-35 delete job: deletes results and their bytes', async () => {
  const file = await send(await drawPng(), 'gone.png')
  const job = await untilFinished((await ask({ inputs: [{ fileId: file.id }], steps: [toWebp] })).id)
  expect((await client.fetch(apiPaths.v1Job(job.id), { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(job.results[0]?.url ?? '')).status).toBe(404)
  const keys: string[] = []
  const storage = await createDiskStorage({ rootDir: `${filesmith.settings.DATA_DIR}/storage` })
  for await (const { key } of storage.list('')) keys.push(key)
  await storage.close()
  const known = (await listStored()).conversions.map(({ id }) => id)
  const results = keys.filter(key => key.startsWith('results/'))
  expect(results.every(key => known.some(id => key.includes(id)))).toBe(true)
})

test('API-35 job events and list: events carry the whole job; the list is paginated, newest first', async () => {
  const file = await send(await drawPng(), 'seen.png')
  const asked = await ask({ inputs: [{ fileId: file.id }], steps: [toWebp] })
  const stream = await (await client.fetch(apiPaths.v1JobEvents(asked.id))).text()
  const states = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Job)
  expect(states.at(-1)).toMatchObject({ id: asked.id, status: 'succeeded', percent: 100 })
  const percents = states.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))

  const first = await client.json<JobPage>(`${apiPaths.v1Jobs}?limit=2`)
  expect(first.jobs[0]?.id).toBe(asked.id)
  const next = await client.json<JobPage>(`${apiPaths.v1Jobs}?limit=2&after=${first.next}`)
  expect(next.jobs.map(({ id }) => id)).not.toContain(first.jobs[1]?.id)
  const failed = await client.json<JobPage>(`${apiPaths.v1Jobs}?status=failed`)
  expect(failed.jobs.length).toBeGreaterThan(0)
  expect(failed.jobs.every(({ status }) => status === 'failed')).toBe(true)
})

test('API-35 create job: rejects invalid requests with a message', async () => {
  const image = await send(await drawPng(), 'p.png')
  const inputs = [{ fileId: image.id }]
  const url = `${site.url}/x.png`
  expect(
    await refusal({ inputs, steps: [{ operation: 'convert-image', options: { outputFormat: 'exe' } }] }),
  ).toMatchObject({
    status: 400,
    message: expect.stringContaining('Step 0: Output format must be one of'),
  })
  expect(
    await refusal({ inputs, steps: [{ ...toWebp, options: { outputFormat: 'png', color: 1 } }] }),
  ).toMatchObject({
    status: 400,
    message: 'Step 0: convert-image has no option color.',
  })
  expect(await refusal({ inputs, steps: [{ operation: 'paint' }] })).toMatchObject({ status: 400 })
  expect(await refusal({ inputs, steps: [zip, toWebp] })).toMatchObject({
    status: 415,
    code: 'unsupported-input',
  })
  const pdf = { operation: 'convert-pdf', options: { outputFormat: 'txt' } }
  expect(await refusal({ inputs, steps: [pdf] })).toMatchObject({ status: 415 })
  expect(await refusal({ inputs, steps: [toWebp], exports: [{ url }, { url }] })).toMatchObject({
    status: 400,
    message: 'This job makes 1 results, but names 2 exports.',
  })
  const secretHost = [{ url, headers: { Host: 'inner' } }]
  expect(await refusal({ inputs, steps: [toWebp], exports: secretHost })).toMatchObject({ status: 400 })
  expect(await refusal({ inputs: [{ url: 'http://10.0.0.1/x' }], steps: [toWebp] })).toMatchObject({
    status: 422,
    code: 'address-failed',
  })
  expect(await refusal({ inputs: [{ url: 'file:///etc/passwd' }], steps: [toWebp] })).toMatchObject({
    status: 400,
  })
  const locked = { operation: 'compress-files', options: { isPasswordProtected: true } }
  expect(await refusal({ inputs, steps: [locked] })).toMatchObject({ code: 'archive-password-missing' })
})

test('API-35 job import: private and unknown host names fail identically (SSRF probing)', async () => {
  const guarded = await startFilesmith({ OUTBOUND_ALLOWED_NETWORKS: '192.168.7.0/24' })
  try {
    const { client: ada } = await createApiMember(guarded)
    const { port } = new URL(site.url)
    const errorOf = async (host: string) => {
      const { id } = await ask({ inputs: [{ url: `http://${host}/x.png` }], steps: [toWebp] }, ada)
      return (await untilFinished(id, ada)).error
    }
    // The loopback name, and one that never exists (RFC 6761).
    const [inner, unknown] = await Promise.all([
      errorOf(`localhost:${port}`),
      errorOf(`intranet.invalid:${port}`),
    ])
    expect(inner).toMatchObject({
      code: 'import-failed',
      message: `Could not download the file from localhost:${port}: it cannot be reached.`,
    })
    expect({ ...unknown, message: unknown?.message.replace('intranet.invalid', 'localhost') }).toEqual(inner)
  } finally {
    await guarded.stop()
  }
})

test('API-35 jobs, files, results: are invisible to other accounts', async () => {
  const file = await send(await drawPng(), 'mine.png')
  const job = await untilFinished((await ask({ inputs: [{ fileId: file.id }], steps: [toWebp] })).id)
  const { client: stranger } = await createApiMember(filesmith)
  for (const path of [
    apiPaths.v1Job(job.id),
    apiPaths.v1JobEvents(job.id),
    apiPaths.v1JobResult(job.id, 0),
    apiPaths.v1File(file.id),
  ])
    expect([path, (await stranger.fetch(path)).status]).toEqual([path, 404])
  for (const path of [apiPaths.v1Job(job.id), apiPaths.v1File(file.id)])
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404)
  const theirs = await stranger.post(apiPaths.v1Jobs, { inputs: [{ fileId: file.id }], steps: [toWebp] })
  expect(theirs.status).toBe(404)
  expect((await stranger.json<JobPage>(apiPaths.v1Jobs)).jobs).toEqual([])
})

test('files: accept forms, and can be read and deleted', async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await drawPng())]), 'von Hand.png')
  const reply = await client.fetch(apiPaths.v1Files, { method: 'POST', body: form })
  expect(reply.status).toBe(201)
  const file = (await reply.json()) as ApiFile
  expect(file).toMatchObject({ fileName: 'von Hand.png', format: 'png' })
  expect(await client.json(apiPaths.v1File(file.id))).toEqual(file)
  expect((await client.fetch(apiPaths.v1File(file.id), { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(apiPaths.v1File(file.id))).status).toBe(404)
  const json = await client.fetch(`${apiPaths.v1Files}?fileName=a.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"not": parsed',
  })
  expect(json.status).toBe(201)
  const sendOnce = () =>
    client.fetch(`${apiPaths.v1Files}?fileName=once.bin`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': 'once' },
      body: 'the same',
    })
  const first = (await (await sendOnce()).json()) as ApiFile
  expect(await (await sendOnce()).json()).toEqual(first)
  const unnamed = await client.fetch(apiPaths.v1Files, { method: 'POST', body: 'words' })
  expect(unnamed.status).toBe(400)
})

test('job: the archive password is not stored in clear', async () => {
  const file = await send(await drawPng(), 'secret.png')
  const options = { isPasswordProtected: true, password: 'Ember+Anvil' }
  const asked = await ask({
    inputs: [{ fileId: file.id }],
    steps: [{ operation: 'compress-files', options }],
  })
  const rows = await runSql<{ row: string }>(
    filesmith.databaseUrl,
    'select pipelines::text as row from pipelines',
  )
  expect(JSON.stringify(rows)).not.toContain('Ember+Anvil')
  expect(await untilFinished(asked.id)).toMatchObject({ status: 'succeeded' })
})

test('organize-pdf: merges files of a job and splits the result in a second step', async () => {
  const sample = (name: string) => readFile(new URL(`../corpus/samples/pdf/${name}.pdf`, import.meta.url))
  const files = [await send(await sample('running'), 'a.pdf'), await send(await sample('lists'), 'b.pdf')]
  const { id } = await ask({
    inputs: files.map(file => ({ fileId: file.id })),
    steps: [
      { operation: 'organize-pdf', options: { pages: '2:1, 1:1-3' } },
      { operation: 'organize-pdf', options: { split: 'bookmarks' } },
    ],
  })
  const job = await untilFinished(id)
  expect(job).toMatchObject({ status: 'succeeded', results: [{ format: 'zip' }] })
  const parts = await readZip(await resultOf(id))
  expect([...parts.keys()].map(name => name.replace(/^.*-/, ''))).toEqual(['b.pdf', 'a.pdf'])
  for (const data of parts.values()) await checkPdfBytes(data)
})

async function resultOf(id: string, index = 0): Promise<Buffer> {
  const reply = await client.fetch(apiPaths.v1JobResult(id, index))
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

async function checkPdfBytes(bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'result.pdf')
  await writeFile(path, bytes)
  await checkPdf(path)
}

test('fill-pdf: a form is filled from an uploaded FDF file', async () => {
  const form = await readFile(await writeFormPdf(join(folder, 'form.pdf')))
  const field = '<< /T (person) /Kids [<< /T (name) /V (Ada Lovelace) >>] >>'
  const fdf = Buffer.from(
    `%FDF-1.2\n1 0 obj\n<< /FDF << /Fields [${field}] >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )
  const inputs = [await send(form, 'form.pdf'), await send(fdf, 'values.fdf')].map(({ id }) => ({
    fileId: id,
  }))
  const filled = await ask({ inputs, steps: [{ operation: 'fill-pdf' }] })
  expect(await untilFinished(filled.id)).toMatchObject({ status: 'succeeded', results: [{ format: 'pdf' }] })
  await checkPdfBytes(await resultOf(filled.id))
  const read = { operation: 'read-pdf-form', options: { outputFormat: 'fdf' } }
  const again = await ask({ inputs, steps: [{ operation: 'fill-pdf' }, read] })
  expect(await untilFinished(again.id)).toMatchObject({ status: 'succeeded', results: [{ format: 'fdf' }] })
  expect((await resultOf(again.id)).toString('latin1')).toMatch(/Ada Lovelace|FEFF[0-9A-F]*4100640061/i)
})

test('PDF operations: a job of separate files names the one that cannot be read', async () => {
  const whole = await readFile(new URL('../corpus/samples/pdf/lists.pdf', import.meta.url))
  const files = [await send(whole, 'whole.pdf'), await send(Buffer.from('%PDF-1.4 nothing'), 'broken.pdf')]
  const inputs = files.map(file => ({ fileId: file.id }))
  const options = { separate: true, bottomCenter: '{page}' }
  const { id } = await ask({ inputs, steps: [{ operation: 'number-pdf', options }] })
  expect(await untilFinished(id)).toMatchObject({
    status: 'failed',
    error: { code: 'file-damaged', step: 0, file: 'broken.pdf' },
  })
})

test('PDF operations: files of a job have their own passwords, which are not stored in clear', async () => {
  const sample = await readFile(new URL('../corpus/samples/pdf/lists.pdf', import.meta.url))
  const plain = await send(sample, 'plain.pdf')
  const locked: { fileId: string }[] = []
  for (const password of ['Ember+North', 'Ember+South']) {
    const { id } = await ask({
      inputs: [{ fileId: plain.id }],
      steps: [{ operation: 'protect-pdf', options: { password } }],
    })
    expect(await untilFinished(id)).toMatchObject({ status: 'succeeded' })
    locked.push({ fileId: (await send(await resultOf(id), `${password.slice(6)}.pdf`)).id })
  }
  const outcomeOf = async (operation: string, options: object) => {
    const { id } = await ask({ inputs: locked, steps: [{ operation, options }] })
    const tables = await Promise.all(
      ['pipelines', 'conversions'].map(table =>
        runSql<{ row: string }>(filesmith.databaseUrl, `select ${table}::text as row from ${table}`),
      ),
    )
    expect(JSON.stringify(tables)).not.toContain('Ember+')
    return untilFinished(id)
  }
  const passwords = 'Ember+North\nEmber+South'
  const swapped = 'Ember+South\nEmber+North'
  expect(await outcomeOf('organize-pdf', { passwords })).toMatchObject({ status: 'succeeded' })
  expect(await outcomeOf('unlock-pdf', { passwords, separate: true })).toMatchObject({
    status: 'succeeded',
    results: [{ format: 'pdf' }, { format: 'pdf' }],
  })
  expect(await outcomeOf('convert-pdf', { passwords, outputFormat: 'txt' })).toMatchObject({
    status: 'succeeded',
  })
  expect(await outcomeOf('organize-pdf', { passwords: swapped })).toMatchObject({
    status: 'failed',
    error: { code: 'password-wrong', message: 'Wrong password for North.pdf.' },
  })
  expect(
    await refusal({
      inputs: locked,
      steps: [{ operation: 'organize-pdf', options: { passwords: '\n\nx' } }],
    }),
  ).toMatchObject({ code: 'invalid-request' })
})

test('PDF operations: each file of a job by itself through several steps, then compared', async () => {
  const sample = (name: string) => readFile(new URL(`../corpus/samples/pdf/${name}.pdf`, import.meta.url))
  const files = [await send(await sample('running'), 'a.pdf'), await send(await sample('lists'), 'b.pdf')]
  const inputs = files.map(file => ({ fileId: file.id }))
  const separate = [
    { operation: 'grayscale-pdf', options: { separate: true } },
    { operation: 'number-pdf', options: { separate: true, pages: '1', bottomCenter: '{page}' } },
  ]
  const { id } = await ask({ inputs, steps: separate })
  expect(await untilFinished(id)).toMatchObject({
    status: 'succeeded',
    results: [{ format: 'pdf' }, { format: 'pdf' }],
  })
  for (const index of [0, 1]) await checkPdfBytes(await resultOf(id, index))
  const compared = await ask({
    inputs,
    steps: [...separate, { operation: 'compare-pdfs', options: { outputFormat: 'json' } }],
  })
  expect(await untilFinished(compared.id)).toMatchObject({
    status: 'succeeded',
    results: [{ format: 'json' }],
  })
  const list = await (await client.fetch(apiPaths.v1JobResult(compared.id, 0))).json()
  expect(comparisonSchema.parse(list)).toMatchObject({ isSame: false, summary: { oldPages: 1, newPages: 1 } })
  const one = { inputs: inputs.slice(0, 1), steps: [{ operation: 'compare-pdfs' }] }
  expect(await refusal(one)).toMatchObject({ status: 400, message: expect.stringContaining('two files') })
})
