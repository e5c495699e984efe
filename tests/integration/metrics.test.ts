/** Metrics of a running installation, and access to them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '@filesmith/contract/operations/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metricTable } from '../../packages/server/src/adapters/prometheus/metric-table.ts'
import { drawPng } from '../support/images.ts'
import { type ParsedMetrics, scrape } from '../support/parse-metrics.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const token = 'a-token-for-collectors'
const requests = 'filesmith_http_request_duration_seconds_count'
const imageRoute = { method: 'POST', route: operations['convert-image'].path }
let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({ METRICS_PORT: '0', METRICS_TOKEN: token })
})
afterAll(() => filesmith.stop())

const scrapeWeb = () => scrape(filesmith.operatorUrls.web)
const scrapeWorker = () => scrape(filesmith.operatorUrls.worker)

/** Requests and jobs are counted shortly after the client has received the response. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50)
}

const countJobs = (scraped: ParsedMetrics) => scraped.sum('filesmith_job_duration_seconds_count', {})

async function untilSettled(before: ParsedMetrics): Promise<void> {
  await until(async () => {
    const now = await scrapeWorker()
    return countJobs(now) > countJobs(before) && now.value('filesmith_jobs_running', { lane: 'short' }) === 0
  })
}

test('API-35 metrics: a succeeded conversion is counted by web and worker', async () => {
  const [webBefore, workerBefore] = [await scrapeWeb(), await scrapeWorker()]
  const image = await drawPng()
  const file = new Blob([new Uint8Array(image)])
  const reply = await createVisitor(filesmith.baseUrl).convert(file, 'a.png', { outputFormat: 'webp' })
  expect(reply.status).toBe(200)
  const counted = { ...imageRoute, status: '2xx' }
  await until(async () => (await scrapeWeb()).sum(requests, counted) > webBefore.sum(requests, counted))
  await untilSettled(workerBefore)

  const [web, worker] = [await scrapeWeb(), await scrapeWorker()]
  const moved = (name: string, labels: Record<string, string>) =>
    worker.sum(name, labels) - workerBefore.sum(name, labels)
  expect(web.sum(requests, counted) - webBefore.sum(requests, counted)).toBe(1)
  expect(web.sum('filesmith_upload_bytes_total') - webBefore.sum('filesmith_upload_bytes_total')).toBe(
    image.length,
  )
  expect(moved('filesmith_jobs_total', { operation: 'convert-image', outcome: 'succeeded' })).toBe(1)
  expect(moved('filesmith_job_duration_seconds_count', { operation: 'convert-image' })).toBe(1)
  expect(moved('filesmith_engine_step_duration_seconds_count', { engine: 'sharp' })).toBe(1)
  expect(moved('filesmith_job_queue_wait_seconds_count', { lane: 'short' })).toBe(1)
  expect(moved('filesmith_job_failures_total', {})).toBe(0)
  expect(worker.value('filesmith_jobs_running', { lane: 'short' })).toBe(0)
  expect(worker.value('filesmith_job_places', { lane: 'short' })).toBe(filesmith.settings.WORKER_CONCURRENCY)
})

test('API-35 metrics: a damaged file counts as fault of the file, by error code', async () => {
  const before = await scrapeWorker()
  const whole = await drawPng()
  const half = new Blob([new Uint8Array(whole.subarray(0, Math.floor(whole.length / 2)))])
  const reply = await createVisitor(filesmith.baseUrl).convert(half, 'a.png', { outputFormat: 'webp' })
  const { code } = (await reply.json()) as { code: string }
  expect([reply.status, code]).toEqual([422, 'file-damaged'])
  await untilSettled(before)
  const after = await scrapeWorker()
  const failed = { operation: 'convert-image', outcome: 'failed' }
  expect(after.sum('filesmith_jobs_total', failed) - before.sum('filesmith_jobs_total', failed)).toBe(1)
  expect(after.value('filesmith_job_failures_total', { code, fault: 'file' })).toBe(1)
  expect(after.value('filesmith_engine_failures_total', { engine: 'sharp', code })).toBe(1)
  await until(
    async () => (await scrapeWeb()).value('filesmith_failed_conversions', { code, fault: 'file' }) === 1,
  )
})

test('API-35 metrics: a rejected request counts no job', async () => {
  const before = await scrapeWorker()
  const webBefore = await scrapeWeb()
  const refused = await createVisitor(filesmith.baseUrl).convert(new Blob(['not an image']), 'a.png', {
    outputFormat: 'webp',
  })
  expect(refused.status).toBe(415)
  const counted = { ...imageRoute, status: '4xx' }
  await until(async () => (await scrapeWeb()).sum(requests, counted) === webBefore.sum(requests, counted) + 1)
  const after = await scrapeWorker()
  for (const name of ['filesmith_jobs_total', 'filesmith_engine_step_duration_seconds_count'])
    expect(after.sum(name)).toBe(before.sum(name))
})

test('API-35 metrics: unknown ids and paths create no new series (cardinality)', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const ask = async () => {
    for (const path of [
      `/api/conversions/${randomUUID()}`,
      `/api/nothing/${randomUUID()}`,
      `/${randomUUID()}.php`,
      `/assets/${randomUUID()}.js`,
    ])
      await (await visitor.fetch(path)).arrayBuffer()
  }
  const count = async (route: string) => (await scrapeWeb()).sum(requests, { route })
  await ask()
  await until(async () => (await count('unknown')) === 1)
  const before = await scrapeWeb()
  for (let round = 0; round < 25; round += 1) await ask()
  await until(async () => (await count('unknown')) === 26)
  const after = await scrapeWeb()
  expect(after.productSeries).toEqual(before.productSeries)
  expect(after.sum(requests, { route: '/api/conversions/:id', status: '4xx' })).toBe(26)
})

test('API-35 metrics: count open event streams and queued jobs', async () => {
  const alone = await startFilesmith({ METRICS_PORT: '0' }, { hasWorker: false })
  try {
    const open = async () => (await scrape(alone.operatorUrls.web)).value('filesmith_event_streams_open')
    const visitor = createVisitor(alone.baseUrl)
    const image = await drawPng()
    const uploadId = await visitor.upload(image, 'a.png')
    const { eventsUrl } = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
    expect(await open()).toBe(0)
    const leave = new AbortController()
    await visitor.fetch(eventsUrl, { signal: leave.signal })
    expect(await open()).toBe(1)
    leave.abort()
    await until(async () => (await open()) === 0)

    const page = await scrape(alone.operatorUrls.web)
    const queue = { lane: 'short', engines: 'sharp' }
    expect(page.value('filesmith_queue_jobs', { ...queue, state: 'waiting' })).toBe(1)
    expect(page.value('filesmith_queue_jobs', { ...queue, state: 'running' })).toBe(0)
    expect(page.value('filesmith_queue_oldest_wait_seconds', queue)).toBeGreaterThan(0)
    expect(page.value('filesmith_workers')).toBe(0)
    expect(page.value('filesmith_database_up')).toBe(1)
    expect(page.value('filesmith_stored_bytes', { kind: 'uploads' })).toBe(image.length)
  } finally {
    await alone.stop()
  }
})

test('API-35 metrics: each process exposes exactly the metrics of the table', async () => {
  const [web, worker] = [await scrapeWeb(), await scrapeWorker()]
  const ours = (names: ReadonlySet<string>) => [...names].filter(name => name.startsWith('filesmith_')).sort()
  const rows = Object.values(metricTable)
  const exposedBy = (...processes: readonly string[]) =>
    rows
      .filter(row => processes.includes(row.exposedBy))
      .map(row => row.name)
      .sort()
  expect(ours(web.names)).toEqual(exposedBy('web', 'web and worker', 'installation'))
  expect(ours(worker.names)).toEqual(exposedBy('worker', 'web and worker'))
  expect(web.value('filesmith_data_free_bytes')).toBeGreaterThan(0)
  expect(web.value('filesmith_workers')).toBe(1)
  expect(web.value('filesmith_engine_workers', { engine: 'sharp' })).toBe(1)
  for (const { names } of [web, worker]) expect([...names]).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('API-35 /metrics: requires the token on the public port', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${filesmith.baseUrl}/metrics`, { headers })
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${token}` }]) {
    const refused = await ask(headers as Record<string, string>)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.text()).not.toContain('filesmith_')
  }
  const page = await scrape(filesmith.baseUrl, { authorization: `Bearer ${token}` })
  expect(page.value('filesmith_workers')).toBe(1)
})

test('API-35 /metrics: answers 404 without METRICS_TOKEN and METRICS_PORT', async () => {
  const closed = await startFilesmith({}, { hasWorker: false })
  try {
    const reply = await fetch(`${closed.baseUrl}/metrics`, { headers: { authorization: 'Bearer ' } })
    expect(reply.status).toBe(404)
    expect(await reply.text()).not.toContain('filesmith_')
    expect(closed.operatorUrls.web).toContain('null')
  } finally {
    await closed.stop()
  }
})

test('API-35 metrics port: serves /healthz and /livez in both processes', async () => {
  const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
  for (const url of Object.values(filesmith.operatorUrls)) {
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    expect(await statusOf(`${url}/livez`)).toBe(200)
    expect(await statusOf(`${url}/healthz`, { method: 'POST' })).toBe(404)
    expect(await statusOf(`${url}/api/capabilities`)).toBe(404)
  }
})
