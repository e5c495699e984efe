/** Tracing: a conversion is one trace across web process and worker, exported by OTLP. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/images.ts'
import { scrape } from '../support/parse-metrics.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts'
import { createVisitor } from '../support/visitor.ts'

let collector: TraceCollector
let database: TestDatabase
let dataDir: string
let server: ServerProcess
let baseUrl: string
let metricsPort: number

/** Two consecutive ports; the second is the worker's. */
async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort()
    const next = createServer().listen(port + 1, '127.0.0.1')
    const isFree = await once(next, 'listening').then(
      () => true,
      () => false,
    )
    next.close()
    if (isFree) return port
  }
}

async function convert(headers: Record<string, string> = {}): Promise<Response> {
  const file = new Blob([new Uint8Array(await drawPng())])
  const visitor = createVisitor(baseUrl, headers)
  return visitor.convert(file, 'secret-holiday.png', { outputFormat: 'webp' })
}

beforeAll(async () => {
  collector = await startTraceCollector()
  database = await createReadyDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-traces-'))
  metricsPort = await freePortPair()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  // Like `npm start`: two processes under one parent.
  server = startProcess('main-all', {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    WARM_START: 'false',
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20ours',
    OTEL_SERVICE_NAME: 'files',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  })
  await untilHealthy(baseUrl, server)
}, 180_000)
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await collector.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const callersSpan = '00f067aa0ba902b7'

test('API-35 traces: the spans of a conversion form one trace across both processes, below the caller’s span', async () => {
  const reply = await convert({ traceparent: `00-${callersTrace}-${callersSpan}-01` })
  expect(reply.status).toBe(200)
  const inTrace = (name: string) =>
    collector.find(span => span.traceId === callersTrace && span.name === name)
  const request = await inTrace('POST /api/convert/image')
  const requested = await inTrace('request conversion')
  const waited = await inTrace('wait in queue')
  const job = await inTrace('run job')
  const children = await Promise.all(['fetch input', 'step sharp', 'store result'].map(inTrace))

  const parentOf = (span: CollectedSpan) => span.parentSpanId
  expect(parentOf(request)).toBe(callersSpan)
  expect(parentOf(requested)).toBe(request.spanId)
  expect([waited, job].map(parentOf)).toEqual([requested.spanId, requested.spanId])
  expect(children.map(parentOf)).toEqual([job.spanId, job.spanId, job.spanId])
  expect(request.resource).toMatchObject({ 'filesmith.role': 'web', 'service.name': 'files' })
  expect(job.resource).toMatchObject({ 'filesmith.role': 'worker', 'deployment.environment': 'test' })
  expect(request.attributes).toMatchObject({
    'http.route': '/api/convert/image',
    'http.response.status_code': 200,
  })
  expect(job.attributes).toMatchObject({
    'filesmith.operation': 'convert-image',
    'filesmith.outcome': 'succeeded',
  })
  expect(children[1]?.attributes).toMatchObject({ 'filesmith.from': 'png', 'filesmith.to': 'webp' })
  expect(Number(children[1]?.attributes['filesmith.output_bytes'])).toBeGreaterThan(0)
  for (const span of [request, requested, waited, job, ...children])
    expect(span.endedNs).toBeGreaterThanOrEqual(span.startedNs)
  expect(collector.headers()).toMatchObject({ 'x-key': 'of ours' })
})

test('API-35 traces: a request without traceparent starts a trace, and health probes create none', async () => {
  await fetch(`${baseUrl}/healthz`)
  const known = new Set(collector.spans)
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(await drawPng(), 'secret-upload.png')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)).toMatchObject({ status: 'succeeded' })
  const root = await collector.find(span => !known.has(span) && span.name === 'POST /api/convert/image')
  expect(root.parentSpanId).toBe('')
  const job = await collector.find(span => span.name === 'run job' && span.traceId === root.traceId)
  const requested = await collector.find(span => span.spanId === job.parentSpanId)
  // The context survives the body parser in between.
  expect([requested.name, requested.parentSpanId]).toEqual(['request conversion', root.spanId])
  expect(collector.spans.filter(span => span.name.includes('/healthz'))).toEqual([])
})

test('API-35 traces: a failed job has its error code', async () => {
  const whole = await drawPng()
  const half = new Blob([new Uint8Array(whole.subarray(0, Math.floor(whole.length / 2)))])
  const reply = await createVisitor(baseUrl).convert(half, 'secret-diary.png', { outputFormat: 'webp' })
  expect(reply.status).toBe(422)
  const failed = await collector.find(
    span => span.name === 'run job' && span.attributes['filesmith.outcome'] === 'failed',
  )
  expect(failed.attributes['error.type']).toBe('file-damaged')
  expect(failed.statusCode).toBe(2)
})

test('API-35 traces: log lines carry the trace id, and spans contain no file names or addresses', async () => {
  const lines = server
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const ofTrace = lines.filter(line => line.traceId === callersTrace)
  expect(new Set(ofTrace.map(line => line.role))).toEqual(new Set(['web', 'worker']))
  expect(ofTrace.map(line => line.msg)).toContain('conversion finished')
  expect(collector.received()).not.toContain('secret')
  expect(collector.received()).not.toContain('127.0.0.1')
})

test('API-35 npm start: the web process uses METRICS_PORT and the worker the next port', async () => {
  const web = await scrape(`http://127.0.0.1:${metricsPort}`)
  const worker = await scrape(`http://127.0.0.1:${metricsPort + 1}`)
  expect(web.value('filesmith_workers')).toBe(1)
  expect(worker.sum('filesmith_jobs_total', { outcome: 'succeeded' })).toBe(2)
})
