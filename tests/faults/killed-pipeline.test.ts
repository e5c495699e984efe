/** Worker killed in the middle of an API job: another worker continues it, and no step is repeated. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { Job } from '@filesmith/contract/schemas/v1/job'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawNoise } from '../support/images.ts'
import { runSql } from '../support/member.ts'
import { type OtherSite, startOtherSite } from '../support/other-site.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let env: Record<string, string>
let baseUrl: string
let processes: ServerProcess[]
let site: OtherSite

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  site = await startOtherSite()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    SWEEP_INTERVAL_SECONDS: '1',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const web = startProcess('main-web', env)
  processes = [web]
  await untilHealthy(baseUrl, web)
})
afterEach(async () => {
  for (const started of processes) started.kill('SIGTERM')
  await Promise.all(processes.map(started => started.ended()))
  await site.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function startWorker(): ServerProcess {
  const worker = startProcess('main-worker', env)
  processes.push(worker)
  return worker
}

test('API-35 pipeline: after SIGKILL another worker continues it; one result, charged once, downloaded and exported once', async () => {
  site.files.set('/noise.jpg', await drawNoise(480, 360))
  const doomed = startWorker()
  const { client, member } = await createApiMember({ baseUrl, databaseUrl: database.url })
  const created = (await (
    await client.post(apiPaths.v1Jobs, {
      inputs: [{ url: `${site.url}/noise.jpg` }],
      steps: [
        { operation: 'resize-image', options: { width: 640 } },
        { operation: 'convert-image', options: { outputFormat: 'avif', quality: 'high' } },
      ],
      exports: [{ url: `${site.url}/put` }],
    })
  ).json()) as Job
  // Read from the database, because API calls are rate limited.
  const isAtSecondStep = async () => {
    const rows = await runSql<{ progress: { step: number; isStepBegun: boolean } }>(
      database.url,
      'select progress from pipelines',
    )
    return rows.some(({ progress }) => progress.step === 1 && progress.isStepBegun)
  }
  await waitUntil('the second step to run', isAtSecondStep, { timeoutMs: 90_000, intervalMs: 20 })
  doomed.kill('SIGKILL')
  await doomed.ended()
  startWorker()

  const isOver = async () => {
    const job = await client.json<Job>(`${apiPaths.v1Job(created.id)}?wait=30`)
    return job.finishedAt === null ? undefined : job
  }
  const job = await waitUntil('the job to finish', isOver, { timeoutMs: 180_000 })
  expect(job).toMatchObject({ status: 'succeeded', error: null })
  expect(job?.results).toHaveLength(1)
  expect(site.requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  expect(await sharp(site.requests[1]?.body).metadata()).toMatchObject({ width: 640 })
  expect((await member.json<Usage>(apiPaths.usage)).today.used).toBe(2)
  const isReleased = async () => {
    const rows = await runSql<{ lease_until: Date | null; attempt: number }>(
      database.url,
      'select lease_until, attempt from pipelines',
    )
    return rows.every(row => row.lease_until === null && row.attempt > 1)
  }
  await waitUntil('the intermediate files to be deleted', isReleased, { timeoutMs: 60_000 })
  expect(await runSql(database.url, 'select id from uploads')).toEqual([])
  expect(await runSql(database.url, 'select operation from conversions')).toEqual([
    { operation: 'convert-image' },
  ])
}, 300_000)
