/** Worker killed in the middle of a job: another worker finishes it, exactly once. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../packages/server/src/adapters/disk-storage/disk-storage.ts'
import { drawClip } from '../support/clips.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawNoise } from '../support/images.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let env: Record<string, string>
let baseUrl: string
let web: ServerProcess
let workers: ServerProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  env = { DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port), SWEEP_INTERVAL_SECONDS: '1' }
  web = startProcess('main-web', env)
  await untilHealthy(baseUrl, web)
})
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(workers.map(worker => worker.ended()))
  workers = []
})
afterAll(async () => {
  web.kill('SIGTERM')
  await web.ended()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function startWorker(): ServerProcess {
  const worker = startProcess('main-worker', env)
  workers.push(worker)
  return worker
}

test('worker: after SIGKILL another worker finishes the job', async () => {
  const doomed = startWorker()
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(await drawNoise(500, 375), 'noise.jpg')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' })
  const isRunning = async () => {
    const state = await visitor.json<ConversionState>(accepted.statusUrl)
    return state.status === 'running' && state.percent > 0
  }
  await waitUntil('the conversion to run', isRunning, { timeoutMs: 60_000, intervalMs: 20 })
  doomed.kill('SIGKILL')
  await doomed.ended()
  startWorker()

  const states = await visitor.follow(accepted)
  expect(states.at(-1)).toMatchObject({ status: 'succeeded', percent: 100 })
  const percents = states.map(state => state.percent)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))

  const download = await visitor.fetch(`/api/download/${accepted.id}`)
  const image = await sharp(Buffer.from(await download.arrayBuffer())).metadata()
  expect(image).toMatchObject({ width: 500, height: 375 })
  const storage = await createDiskStorage({ rootDir: join(dataDir, 'storage') })
  const results: string[] = []
  for await (const { key } of storage.list(`results/${accepted.id}/`)) results.push(key)
  expect(results).toHaveLength(1)
  await storage.close()
  await waitUntil(
    'the job folder to be removed',
    async () => (await readdir(join(dataDir, 'jobs'))).length === 0,
    { timeoutMs: 10_000 },
  )
})

test('worker: SIGKILL also ends its ffmpeg, and another worker finishes the video job', async () => {
  const doomed = startWorker()
  const visitor = createVisitor(baseUrl)
  const video = await drawClip({
    extension: 'mp4',
    seconds: 4,
    image: 'testsrc2=size=640x360:rate=30,noise=alls=40:allf=t',
    encoding: ['-preset', 'ultrafast', '-crf', '38'],
  })
  const uploadId = await visitor.upload(video, 'a.mp4', 'convert-video')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webm' }, 'convert-video')
  await waitUntil(
    'the conversion to report progress',
    async () => (await visitor.json<ConversionState>(accepted.statusUrl)).percent > 0,
    {
      timeoutMs: 60_000,
    },
  )
  expect(await engineCommands(dataDir)).not.toEqual([])
  doomed.kill('SIGKILL')
  await doomed.ended()
  await waitUntil('the engine processes to exit', async () => (await engineCommands(dataDir)).length === 0, {
    timeoutMs: 10_000,
  })
  startWorker()
  expect((await visitor.follow(accepted)).at(-1)).toMatchObject({
    status: 'succeeded',
    media: { after: { video: { codec: 'VP9', width: 640 } } },
  })
  await waitUntil(
    'the job folder to be removed',
    async () => (await readdir(join(dataDir, 'jobs'))).length === 0,
    { timeoutMs: 10_000 },
  )
})

/** Command lines of all ffmpeg processes that work on files of this deployment. */
async function engineCommands(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return commands.filter(command => command.includes('ffmpeg') && command.includes(folder))
}

test('worker: SIGTERM requeues or finishes its job, nothing is lost', async () => {
  const leaving = startWorker()
  const visitor = createVisitor(baseUrl)
  const uploadId = await visitor.upload(await drawNoise(500, 375), 'noise.jpg')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' })
  await waitUntil(
    'the conversion to run',
    async () => (await visitor.json<ConversionState>(accepted.statusUrl)).status === 'running',
    {
      timeoutMs: 60_000,
    },
  )
  leaving.kill('SIGTERM')
  expect(await leaving.ended()).toBe(0)
  startWorker()
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
})
