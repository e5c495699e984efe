/** The helper programs of the container image: bucket creation and health check. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startS3Server,
  type TestS3Server,
} from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'

let s3: TestS3Server
let database: TestDatabase
beforeAll(async () => {
  s3 = await startS3Server()
  database = await createTestDatabase()
})
afterAll(async () => {
  await s3.close()
  await database.drop()
})

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const path = fileURLToPath(new URL(`../../packages/server/src/${program}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { env: { ...bareEnvironment, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => (output += bytes))
  const [code] = await once(child, 'close')
  return { code, output }
}

const bucketEnv = (bucket: string) => ({
  STORAGE: 's3',
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
})
const bucketExists = async (bucket: string) => (await fetch(`${s3.endpoint}/${bucket}`)).status !== 404

test('main-bucket: creates a missing bucket and leaves an existing one', async () => {
  expect(await bucketExists('new-bucket')).toBe(false)
  const first = await run('main-bucket.ts', [], bucketEnv('new-bucket'))
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('bucket created') })
  expect(await bucketExists('new-bucket')).toBe(true)
  const second = await run('main-bucket.ts', [], bucketEnv('new-bucket'))
  expect(second).toEqual({ code: 0, output: '' })
})

test('main-health web: fails while the server is draining or unreachable', async () => {
  let status = 200
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/healthz' ? status : 404).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const env = { PORT: String((server.address() as AddressInfo).port) }
  expect((await run('main-health.ts', ['web'], env)).code).toBe(0)
  status = 503
  expect((await run('main-health.ts', ['web'], env)).code).toBe(1)
  server.close()
  await once(server, 'close')
  expect((await run('main-health.ts', ['web'], env)).code).toBe(1)
})

test('main-health worker: uses the metrics port if it is set', async () => {
  let status = 200
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/healthz' ? status : 404).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  const env = { METRICS_PORT: port, METRICS_HOST: '0.0.0.0', DATABASE_URL: 'postgresql://x@127.0.0.1:1/none' }
  expect((await run('main-health.ts', ['worker'], env)).code).toBe(0)
  status = 503
  expect((await run('main-health.ts', ['worker'], env)).code).toBe(1)
  server.close()
})

test('main-health worker: healthy while the worker is connected to its database', async () => {
  const env = { DATABASE_URL: database.url }
  const worker = new pg.Client({ connectionString: database.url, application_name: 'filesmith-worker' })
  expect((await run('main-health.ts', ['worker'], env)).code).toBe(1)
  await worker.connect()
  expect((await run('main-health.ts', ['worker'], env)).code).toBe(0)
  await worker.end()
  const gone = { DATABASE_URL: 'postgresql://user@127.0.0.1:1/none' }
  expect((await run('main-health.ts', ['worker'], gone)).code).toBe(1)
})
