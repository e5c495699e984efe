/** SIGKILL of everything, the database included: after a new start every accepted job finishes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawNoise, drawPng } from '../support/pictures.ts'
import { freePort, processesUsing, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'

let dataDir: string
let env: Record<string, string>
let baseUrl: string
let server: ServerProcess

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = { DATA_DIR: dataDir, PORT: String(port) }
  server = startProcess('main-all', env)
  await untilHealthy(baseUrl, server)
})
afterEach(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await rm(dataDir, { recursive: true, force: true })
})

const childrenOf = async (pid: number) => {
  const { execFileSync } = await import('node:child_process')
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter(Boolean)
}

async function killEverything(): Promise<void> {
  const children = await childrenOf(server.pid)
  for (const pid of [server.pid, ...children, ...processesUsing(dataDir)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went down with another one.
    }
  }
  await server.ended()
  await vi.waitUntil(() => processesUsing(dataDir).length === 0, { timeout: 10_000 })
}

test('CONV-20 SIGKILL everything, start again: every accepted job finishes and no result is half', async () => {
  const visitor = createVisitor(baseUrl)
  const uploads = [
    await visitor.upload(await drawNoise(3000, 2000), 'slow.jpg'),
    await visitor.upload(await drawPng(800, 600), 'second.png'),
    await visitor.upload(await drawPng(640, 480), 'third.png'),
  ]
  const accepted = []
  for (const uploadId of uploads) {
    accepted.push(await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' }))
  }
  const first = accepted[0]?.statusUrl ?? ''
  await vi.waitUntil(async () => (await visitor.json<ConversionState>(first)).percent > 0, { timeout: 60_000 })

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

test('Ctrl-C stops everything and leaves no process', async () => {
  server.kill('SIGINT')
  expect(await server.ended()).toBe(0)
  await vi.waitUntil(() => processesUsing(dataDir).length === 0, { timeout: 10_000 })
})

test('the database restarts: clear errors meanwhile, recovery without a restart of ours', async () => {
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(await drawPng(), 'a.png')
  const postmasters = processesUsing(join(dataDir, 'postgres'))
  for (const pid of postmasters) process.kill(pid, 'SIGKILL')
  await vi.waitUntil(() => processesUsing(join(dataDir, 'postgres')).length === 0, { timeout: 10_000 })

  const refused = await visitor.fetch('/api/conversions/recent')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    code: 'unavailable',
    message: 'The server cannot answer at the moment. Please try again in a few seconds.',
  })
  expect((await visitor.fetch('/healthz')).status).toBe(503)

  const other = startProcess('main-web', { ...env, PORT: String(await freePort()) })
  await vi.waitUntil(async () => (await visitor.fetch('/healthz')).status === 200, { timeout: 60_000 })
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
  other.kill('SIGTERM')
  await other.ended()
})
