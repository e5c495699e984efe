/** Web process killed in the middle of an upload: the upload continues at another one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
const webs: { baseUrl: string; process: ServerProcess }[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  for (let count = 0; count < 2; count += 1) {
    const port = await freePort()
    const web = startProcess('main-web', {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: String(port),
    })
    webs.push({ baseUrl: `http://127.0.0.1:${port}`, process: web })
  }
  for (const { baseUrl, process } of webs) await untilHealthy(baseUrl, process)
})
afterAll(async () => {
  for (const web of webs) web.process.kill('SIGKILL')
  await Promise.all(webs.map(web => web.process.ended()))
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const tus = { 'tus-resumable': '1.0.0' }

test('upload: after SIGKILL of its web process received bytes are kept, and another process continues once the lease expires', async () => {
  const [doomed, other] = webs
  if (!doomed || !other) throw new Error('two web processes are needed')
  const visitor = createVisitor(doomed.baseUrl)
  const content = Buffer.alloc(512 * 1024, 'filesmith')
  const half = content.length / 2
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(content.length) },
  })
  const url = created.headers.get('location') ?? ''
  const elsewhere = new URL(url, other.baseUrl).href
  const patch = (to: string, offset: number, body: BodyInit) =>
    visitor.fetch(to, {
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body,
      duplex: 'half',
    } as RequestInit)
  const arrived = async () =>
    Number((await visitor.fetch(elsewhere, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))

  const broken = patch(
    url,
    0,
    new ReadableStream({ start: sent => sent.enqueue(new Uint8Array(content.subarray(0, half))) }),
  )
  broken.catch(() => undefined)
  await waitUntil('the first bytes of the upload', async () => (await arrived()) > 0, { timeoutMs: 30_000 })
  doomed.process.kill('SIGKILL')
  await doomed.process.ended()
  await expect(broken).rejects.toThrow()

  const kept = await arrived()
  expect(kept).toBeGreaterThan(0)
  const statuses: number[] = []
  while (!statuses.includes(204) && statuses.length < 20) {
    const offset = await arrived()
    expect(offset).toBe(kept)
    statuses.push((await patch(elsewhere, offset, new Uint8Array(content.subarray(offset)))).status)
  }
  expect(statuses.at(-1)).toBe(204)
  // Until the lease expires, writes are locked (423).
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set(statuses.length > 1 ? [423] : []))
  expect(await arrived()).toBe(content.length)
})
