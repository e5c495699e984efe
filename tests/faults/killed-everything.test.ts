/** SIGKILL of every process including the database, of the database alone, and SIGINT, one after another on one installation. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawNoise, drawPng } from '../support/images.ts'
import {
  childrenOf,
  freePort,
  processesUsing,
  type ServerProcess,
  startProcess,
  untilHealthy,
} from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let env: Record<string, string>
let baseUrl: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = { DATA_DIR: dataDir, PORT: String(port) }
  server = startProcess('main-all', env)
  await untilHealthy(baseUrl, server)
})
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await rm(dataDir, { recursive: true, force: true })
})

async function killEverything(): Promise<void> {
  const children = childrenOf(server.pid)
  for (const pid of [server.pid, ...children, ...processesUsing(dataDir)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // ESRCH: it ended together with another process.
    }
  }
  await server.ended()
  await waitUntil('all processes to exit', () => processesUsing(dataDir).length === 0, { timeoutMs: 10_000 })
}

test('CONV-20 SIGKILL of every process: after a restart every accepted job finishes with a complete result', async () => {
  const visitor = createVisitor(baseUrl)
  const uploads = [
    await visitor.upload(await drawNoise(600, 450), 'slow.jpg'),
    await visitor.upload(await drawPng(320, 240), 'second.png'),
    await visitor.upload(await drawPng(240, 180), 'third.png'),
  ]
  const accepted = []
  for (const uploadId of uploads) {
    accepted.push(await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' }))
  }
  const first = accepted[0]?.statusUrl ?? ''
  await waitUntil(
    'the conversion to report progress',
    async () => (await visitor.json<ConversionState>(first)).percent > 0,
    {
      timeoutMs: 60_000,
    },
  )

  await killEverything()
  server = startProcess('main-all', env)
  await untilHealthy(baseUrl, server)

  for (const { id, ...urls } of accepted) {
    const states = await visitor.follow({ id, ...urls })
    expect(states.at(-1)?.status).toBe('succeeded')
    const result = Buffer.from(await (await visitor.fetch(`/api/download/${id}`)).arrayBuffer())
    expect(result).toHaveLength(states.at(-1)?.resultSize ?? -1)
    await sharp(result).raw().toBuffer()
  }
})

test('database crash: requests answer 503 with Retry-After and the server recovers without a restart', async () => {
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(await drawPng(), 'a.png')
  for (const pid of processesUsing(join(dataDir, 'postgres'))) process.kill(pid, 'SIGKILL')

  const refused = await waitUntil(
    'a request to fail',
    async () => {
      const response = await visitor.fetch('/api/conversions/recent')
      return response.status === 200 ? undefined : response
    },
    { timeoutMs: 20_000 },
  )
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toEqual({
    code: 'unavailable',
    message: 'The server is temporarily unavailable. Please try again in a few seconds.',
  })

  await waitUntil(
    'the server to become healthy',
    async () => (await visitor.fetch('/healthz')).status === 200,
    { timeoutMs: 60_000 },
  )
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
})

test('SIGINT: stops every process', async () => {
  server.kill('SIGINT')
  expect(await server.ended()).toBe(0)
  await waitUntil('all processes to exit', () => processesUsing(dataDir).length === 0, { timeoutMs: 10_000 })
})
