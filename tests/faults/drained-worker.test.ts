/**
 * Worker shutdown: running jobs are finished, and jobs that cannot be finished are requeued without costing an
 * attempt.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawNoise, drawPng } from '../support/images.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let env: Record<string, string>
let baseUrl: string
let processes: ServerProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-drain-'))
  database = await createReadyDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    WARM_START: 'false',
    // Far longer than the test may take, so that only the test ends the drain.
    DRAIN_SECONDS: '600',
  }
  const web = startProcess('main-web', env)
  processes = [web]
  await untilHealthy(baseUrl, web)
})
afterEach(async () => {
  for (const started of processes) started.kill('SIGKILL')
  await Promise.all(processes.map(started => started.ended()))
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function startWorker(): ServerProcess {
  const worker = startProcess('main-worker', { ...env, WORKER_ENGINES: 'images', WORKER_CONCURRENCY: '1' })
  processes.push(worker)
  return worker
}

async function jobRows(): Promise<{ state: string; retries_left: number }[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    `select state, retries_left from jobs where queue like 'convert-%' order by created_at`,
  )
  await client.end()
  return rows
}

test('worker: SIGTERM finishes the running job and leaves queued ones; a second signal requeues it without costing an attempt', async () => {
  const visitor = createVisitor(baseUrl)
  const submit = async (image: Buffer) =>
    visitor.convertAsync(await visitor.upload(image, 'a.png'), { outputFormat: 'avif', quality: 'high' })
  const isRunning = (accepted: { statusUrl: string }) =>
    waitUntil(
      'the conversion to run',
      async () => (await visitor.json<ConversionState>(accepted.statusUrl)).status === 'running',
      {
        timeoutMs: 60_000,
        intervalMs: 20,
      },
    )

  const drainingWorker = startWorker()
  const first = await submit(await drawNoise(500, 375))
  const second = await submit(await drawPng(64, 64))
  await isRunning(first)
  drainingWorker.kill('SIGTERM')
  expect(await drainingWorker.ended()).toBe(0)
  expect((await visitor.json<ConversionState>(first.statusUrl)).status).toBe('succeeded')
  expect((await visitor.json<ConversionState>(second.statusUrl)).status).toBe('queued')
  await visitor.fetch(second.statusUrl, { method: 'DELETE' })

  const abortedWorker = startWorker()
  const long = await submit(await drawNoise(2400, 1800))
  await isRunning(long)
  // Pending signals of one kind are merged by the kernel, so two different ones are sent.
  abortedWorker.kill('SIGTERM')
  abortedWorker.kill('SIGINT')
  expect(await abortedWorker.ended()).toBe(0)
  expect(await visitor.json<ConversionState>(long.statusUrl)).toMatchObject({ status: 'queued' })
  expect((await jobRows()).at(-1)).toEqual({ state: 'waiting', retries_left: 5 })
  expect(await readdir(join(dataDir, 'jobs'))).toEqual([])
})
