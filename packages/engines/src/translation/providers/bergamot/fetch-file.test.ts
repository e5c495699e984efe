import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Asked, type StandInServer, startStandIn } from '../stand-in-server.fixture.ts'
import { fetchFile } from './fetch-file.ts'
import { withFetchLock } from './fetch-lock.ts'
import { fetchModel } from './fetch-model.ts'

const bytes = randomBytes(300_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const signal = () => new AbortController().signal
const settings = (change = {}) => ({ signal: signal(), stallMs: 2000, pausesMs: [1, 1, 1], ...change })

let folder: string
let path: string
let server: StandInServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-'))
  path = join(folder, 'model.bin')
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(answer: (asked: Asked, response: ServerResponse) => void) {
  server = await startStandIn(answer)
  return { name: 'model.bin', url: `${server.url}/model.bin`, bytes: bytes.length, sha256 }
}

/** Answers ranges as servers do, and cuts the connection when so many bytes have arrived in the file. */
async function sendRange(
  asked: Asked,
  response: ServerResponse,
  content: Buffer,
  cut?: { after: number; file: string },
) {
  const start = Number(asked.headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0)
  if (start >= content.length) return response.writeHead(416).end()
  const rest = content.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length })
  if (cut === undefined || rest.length <= cut.after) return response.end(rest)
  response.write(rest.subarray(0, cut.after))
  const arrived = async () => expect((await stat(cut.file)).size).toBe(start + cut.after)
  await vi.waitFor(arrived, { timeout: 10_000 })
  return response.destroy()
}

describe('fetching a file', () => {
  test('takes its name when its checksum is right, and leaves nothing else', async () => {
    const file = await serve((asked, response) => sendRange(asked, response, bytes))
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['model.bin'])
  })

  test('goes on where the connection was cut, as often as needed', async () => {
    const file = await serve((asked, response) =>
      sendRange(asked, response, bytes, { after: 70_000, file: `${path}.partial` }),
    )
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(server.asked).toHaveLength(5)
    expect(server.asked[0]?.headers.range).toBeUndefined()
    for (const { headers } of server.asked.slice(1)) expect(headers.range).toMatch(/^bytes=[1-9]\d*-$/)
  })

  test('goes on with what a worker before it had fetched', async () => {
    await writeFile(`${path}.partial`, bytes.subarray(0, 200_000))
    const file = await serve((asked, response) => sendRange(asked, response, bytes))
    await fetchFile(file, path, settings())
    expect(server.asked.map(({ headers }) => headers.range)).toEqual(['bytes=200000-'])
    expect(await readFile(path)).toEqual(bytes)
  })

  test('starts over where a server knows no ranges', async () => {
    await writeFile(`${path}.partial`, 'something old')
    const file = await serve((_, response) => response.end(bytes))
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
  })

  test('with a wrong checksum it is thrown away', async () => {
    const wrong = Buffer.from(bytes).fill(0, 1000, 1001)
    wrong[1000] = (bytes[1000] ?? 0) ^ 1
    const file = await serve((asked, response) => sendRange(asked, response, wrong))
    await expect(fetchFile(file, path, settings())).rejects.toThrow('checksum')
    expect(await readdir(folder)).toEqual([])
  })

  test('packed by gzip it is unpacked, when only that is there', async () => {
    const packed = gzipSync(bytes)
    const file = await serve((asked, response) =>
      asked.path.endsWith('.gz')
        ? sendRange(asked, response, packed, { after: 90_000, file: `${path}.gz.partial` })
        : response.writeHead(404).end(),
    )
    await fetchFile(file, path, settings())
    expect(await readFile(path)).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['model.bin'])
  })

  test('that unpacks to more than announced is stopped', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const file = await serve((_, response) => response.end(bomb))
    const packedFile = { ...file, url: `${file.url}.gz` }
    await expect(fetchFile(packedFile, path, settings())).rejects.toThrow('more than was announced')
    expect(await readdir(folder)).toEqual([])
  })

  test('that is larger than announced is not written to the end', async () => {
    const file = await serve((_, response) => response.end(Buffer.alloc(5_000_000)))
    await expect(fetchFile(file, path, settings({ pausesMs: [] }))).rejects.toThrow('larger than announced')
  })

  test.each([404, 500])('status %d fails in the end', async status => {
    const file = await serve((_, response) => response.writeHead(status).end())
    await expect(fetchFile(file, path, settings())).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })

  test('a connection on which nothing comes is cut and tried again', async () => {
    let calls = 0
    const file = await serve((asked, response) => {
      calls += 1
      if (calls > 1) sendRange(asked, response, bytes)
    })
    await fetchFile(file, path, settings({ stallMs: 200 }))
    expect(calls).toBeGreaterThan(1)
    expect(await readFile(path)).toEqual(bytes)
  })

  test('is stopped by a cancel, and keeps what it has for the next time', async () => {
    const canceling = new AbortController()
    const file = await serve((_, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 100_000), () => setImmediate(() => canceling.abort()))
    })
    await expect(fetchFile(file, path, settings({ signal: canceling.signal }))).rejects.toThrow()
    expect(await readdir(folder)).not.toContain('model.bin')
  })
})

describe('several workers', () => {
  test('fetch a model once', async () => {
    const file = await serve((asked, response) => sendRange(asked, response, bytes))
    const model = { from: 'en', to: 'de', name: 'ende', bytes: bytes.length, files: [file] } as const
    const told: string[] = []
    const want = () =>
      fetchModel(model, { downloadsFolder: folder, signal: signal(), warn: message => told.push(message) })
    await Promise.all([want(), want(), want()])
    expect(server.asked).toHaveLength(1)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('0.3 MB')
    expect(await readdir(join(folder, 'ende'))).toEqual(['model.bin'])
    expect(await readdir(folder)).toEqual(['ende'])
  })

  test('do not wait for one that died', async () => {
    const lock = join(folder, 'ende.lock')
    await writeFile(lock, 'somebody who is gone')
    const done = await withFetchLock(lock, signal(), async () => 'done', { intervalMs: 1000, staleMs: 0 })
    expect(done).toBe('done')
    expect(await readdir(folder)).toEqual([])
  })

  test('that wait can be cancelled', async () => {
    const lock = join(folder, 'ende.lock')
    await writeFile(lock, 'somebody who works')
    await expect(withFetchLock(lock, AbortSignal.timeout(50), async () => {})).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['ende.lock'])
  })
})
