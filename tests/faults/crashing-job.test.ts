/**
 * A job that crashes its worker: it and those beside it run alone next, it fails with its own error after the second
 * crash, and no other job fails.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawNoise, drawPng } from '../support/images.ts'
import { crashMark, crashOnMarkedFile, stallMark } from '../support/marked-file.ts'
import {
  childrenOf,
  freePort,
  type ServerProcess,
  startProcess,
  untilHealthy,
} from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let env: Record<string, string>
let baseUrl: string
let web: ServerProcess
let isStopping: boolean
let worker: ServerProcess
/** Workers that ended without being asked to. */
let deaths: number

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    SWEEP_INTERVAL_SECONDS: '1',
    WORKER_ENGINES: 'images',
    WORKER_CONCURRENCY: '3',
  }
  web = startProcess('main-web', env)
  isStopping = false
  deaths = 0
  await untilHealthy(baseUrl, web)
})
afterEach(async () => {
  isStopping = true
  for (const started of [web, worker]) started.kill('SIGKILL')
  await Promise.all([web, worker].map(started => started.ended()))
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Restarts the worker whenever it ends, as a supervisor does. */
function superviseWorker(): void {
  worker = startProcess('main-worker', { ...env, NODE_OPTIONS: crashOnMarkedFile })
  void worker.ended().then(() => {
    if (isStopping) return
    deaths += 1
    superviseWorker()
  })
}

interface Submitted {
  readonly visitor: ReturnType<typeof createVisitor>
  readonly id: string
  readonly statusUrl: string
}

/** Each by a separate visitor, so that they run beside each other. */
async function submit(bytes: Buffer): Promise<Submitted> {
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(bytes, 'noise.jpg')
  return { visitor, ...(await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' })) }
}

const stateOf = ({ visitor, statusUrl }: Submitted) => visitor.json<ConversionState>(statusUrl)

async function untilFinished(job: Submitted): Promise<ConversionState> {
  const finished = await waitUntil(
    'the conversion to finish',
    async () => {
      const state = await stateOf(job)
      return ['queued', 'running'].includes(state.status) ? undefined : state
    },
    { timeoutMs: 180_000 },
  )
  return finished
}

/** A child of the worker has begun a job. */
async function runsAlone(): Promise<boolean> {
  const children = childrenOf(worker.pid).map(pid => `${pid}`)
  const running = await readdir(join(dataDir, 'jobs')).catch(() => [])
  return running.some(folder => children.includes(folder.split('_')[1] ?? ''))
}

async function crashesOf({ id }: Submitted): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`select crashes from jobs where payload ->> 'conversionId' = $1`, [id])
  await client.end()
  return rows[0].crashes
}

const crashed = {
  code: 'processing-crashed',
  message: 'Processing crashed twice and was stopped. The file may be damaged; please try another one.',
}

test('worker: a job that kills it fails after two crashes alone; those beside it and after it succeed', {
  timeout: 300_000,
}, async () => {
  const noise = await drawNoise(500, 375)
  const [poison, ...innocent] = [
    await submit(Buffer.concat([noise, crashMark])),
    await submit(noise),
    await submit(noise),
  ]
  superviseWorker()
  await waitUntil('the worker to die', () => deaths === 1, { timeoutMs: 60_000 })
  const later = await submit(await drawPng(64, 64))
  expect(await untilFinished(poison as Submitted)).toMatchObject({ status: 'failed', error: crashed })
  for (const job of [...innocent, later]) expect((await untilFinished(job)).status).toBe('succeeded')
  expect(deaths).toBe(1)
  const usage = await poison?.visitor.json<{ today: { used: number } }>('/api/usage')
  expect(usage?.today.used).toBe(0)
})

test('worker: a job that stalls its process is stopped and fails after the second time', {
  timeout: 300_000,
}, async () => {
  const poison = await submit(Buffer.concat([await drawNoise(500, 375), stallMark]))
  superviseWorker()
  await waitUntil('the job to run', async () => (await stateOf(poison)).status === 'running', {
    timeoutMs: 60_000,
  })
  // As the watchdog of a worker does.
  worker.kill('SIGKILL')
  expect(await untilFinished(poison)).toMatchObject({ status: 'failed', error: crashed })
  expect(deaths).toBe(1)
})

test('worker: neither its own death nor its shutdown counts as a crash of the job that runs alone', {
  timeout: 300_000,
}, async () => {
  const job = await submit(await drawNoise(1200, 900))
  superviseWorker()
  await waitUntil('the job to run', async () => (await stateOf(job)).status === 'running', {
    timeoutMs: 60_000,
  })
  const ends: (() => void)[] = [
    () => worker.kill('SIGKILL'),
    () => worker.kill('SIGKILL'),
    () => {
      // Two different signals, because pending signals of one kind are merged by the kernel.
      worker.kill('SIGTERM')
      worker.kill('SIGINT')
    },
  ]
  for (const [index, end] of ends.entries()) {
    if (index > 0) await waitUntil('the job to run alone', runsAlone, { timeoutMs: 60_000 })
    const ending = worker
    end()
    await ending.ended()
    await waitUntil('a new worker', () => deaths === index + 1)
  }
  expect(await crashesOf(job)).toBe(0)
  expect((await untilFinished(job)).status).toBe('succeeded')
})
