import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeServer, type ReceivedRequest, startFakeServer } from '../fake-server.fixture.ts'
import { fetchFile } from './fetch-file.ts'
import { fetchModel, withFetchLock } from './start-bergamot.ts'

const bytes = randomBytes(300_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const signal = () => new AbortController().signal
const settings = (change = {}) => ({
  signal: signal(),
  stallTimeoutMs: 2000,
  retryDelaysMs: [1, 1, 1],
  ...change,
})

let folder: string
let path: string
let server: FakeServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-'))
  path = join(folder, 'model.bin')
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(answer: (received: ReceivedRequest, response: ServerResponse) => void) {
  server = await startFakeServer(answer)
  return { name: 'model.bin', url: `${server.url}/model.bin`, bytes: bytes.length, sha256 }
}

/** Serves ranges, and optionally cuts the connection after a number of bytes has been written to the file. */
async function sendRange(
  received: ReceivedRequest,
  response: ServerResponse,
  content: Buffer,
  cut?: { after: number; file: string },
) {
  const start = Number(received.headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0)
  if (start >= content.length) return response.writeHead(416).end()
  const rest = content.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length })
  if (cut === undefined || rest.length <= cut.after) return response.end(rest)
  response.write(rest.subarray(0, cut.after))
  const arrived = async () => expect((await stat(cut.file)).size).toBe(start + cut.after)
  await vi.waitFor(arrived, { timeout: 10_000 })
  return response.destroy()
}

describe('fetchFile', () => {
  test('renames the file after checksum verification and leaves nothing else', async () => {
    const file = await serve((received, response) => sendRange(received, response, bytes))
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['model.bin'])
  })

  test('resumes after each connection loss', async () => {
    const file = await serve((received, response) =>
      sendRange(received, response, bytes, { after: 70_000, file: `${path}.partial` }),
    )
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(server.received).toHaveLength(5)
    expect(server.received[0]?.headers.range).toBeUndefined()
    for (const { headers } of server.received.slice(1)) expect(headers.range).toMatch(/^bytes=[1-9]\d*-$/)
  })

  test('resumes a partial file of an earlier worker', async () => {
    await writeFile(`${path}.partial`, bytes.subarray(0, 200_000))
    const file = await serve((received, response) => sendRange(received, response, bytes))
    await fetchFile(file, path, settings())
    expect(server.received.map(({ headers }) => headers.range)).toEqual(['bytes=200000-'])
    expect(await readFile(path)).toEqual(bytes)
  })

  test('starts over if the server does not support ranges', async () => {
    await writeFile(`${path}.partial`, 'something old')
    const file = await serve((_, response) => response.end(bytes))
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
  })

  test('discards a file with a wrong checksum', async () => {
    const wrong = Buffer.from(bytes).fill(0, 1000, 1001)
    wrong[1000] = (bytes[1000] ?? 0) ^ 1
    const file = await serve((received, response) => sendRange(received, response, wrong))
    await expect(fetchFile(file, path, settings())).rejects.toThrow('checksum')
    expect(await readdir(folder)).toEqual([])
  })

  test('falls back to the gzip version and unpacks it', async () => {
    const packed = gzipSync(bytes)
    const file = await serve((received, response) =>
      received.path.endsWith('.gz')
        ? sendRange(received, response, packed, { after: 90_000, file: `${path}.gz.partial` })
        : response.writeHead(404).end(),
    )
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['model.bin'])
  })

  test('aborts a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const file = await serve((_, response) => response.end(bomb))
    const packedFile = { ...file, url: `${file.url}.gz` }
    await expect(fetchFile(packedFile, path, settings())).rejects.toThrow('more than was announced')
    expect(await readdir(folder)).toEqual([])
  })

  test('aborts a file larger than announced', async () => {
    const file = await serve((_, response) => response.end(Buffer.alloc(5_000_000)))
    await expect(fetchFile(file, path, settings({ retryDelaysMs: [] }))).rejects.toThrow(
      'larger than announced',
    )
  })

  test.each([404, 500])('rejects after status %d', async status => {
    const file = await serve((_, response) => response.writeHead(status).end())
    await expect(fetchFile(file, path, settings())).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })

  test('aborts and retries a stalled connection', async () => {
    let calls = 0
    const file = await serve((received, response) => {
      calls += 1
      if (calls > 1) sendRange(received, response, bytes)
    })
    await fetchFile(file, path, settings({ stallTimeoutMs: 200 }))
    expect(calls).toBeGreaterThan(1)
    expect(await readFile(path)).toEqual(bytes)
  })

  test('stops on cancellation and keeps the partial file', async () => {
    const canceling = new AbortController()
    const file = await serve((_, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 100_000), () => setImmediate(() => canceling.abort()))
    })
    await expect(fetchFile(file, path, settings({ signal: canceling.signal }))).rejects.toThrow()
    expect(await readdir(folder)).not.toContain('model.bin')
  })
})

describe('fetchModel, withFetchLock', () => {
  test('fetch a model once for concurrent callers', async () => {
    const file = await serve((received, response) => sendRange(received, response, bytes))
    const model = { from: 'en', to: 'de', name: 'ende', bytes: bytes.length, files: [file] } as const
    const warnings: string[] = []
    const fetchIt = () =>
      fetchModel(model, {
        downloadsFolder: folder,
        signal: signal(),
        warn: message => warnings.push(message),
      })
    await Promise.all([fetchIt(), fetchIt(), fetchIt()])
    expect(server.received).toHaveLength(1)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('0.3 MB')
    expect(await readdir(join(folder, 'ende'))).toEqual(['model.bin'])
    expect(await readdir(folder)).toEqual(['ende'])
  })

  test('take over a stale lock', async () => {
    const lock = join(folder, 'ende.lock')
    await writeFile(lock, 'stale owner')
    const done = await withFetchLock(lock, signal(), async () => 'done', { intervalMs: 1000, staleMs: 0 })
    expect(done).toBe('done')
    expect(await readdir(folder)).toEqual([])
  })

  test('stop waiting when canceled', async () => {
    const lock = join(folder, 'ende.lock')
    await writeFile(lock, 'active owner')
    await expect(withFetchLock(lock, AbortSignal.timeout(50), async () => {})).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['ende.lock'])
  })
})
