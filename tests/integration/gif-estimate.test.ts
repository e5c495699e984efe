/** GIF size estimates over real HTTP: measured by a worker, close to the result, and not stored. */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { GifEstimateReply } from '@filesmith/contract/schemas/gif-estimate'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let video: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith()
  video = await drawClip({ extension: 'mp4', seconds: 4, image: 'testsrc2=size=320x180:rate=25' })
})
afterAll(() => filesmith.stop())

const options = { width: 320, fps: 10, duration: 4 }
const ask = (visitor: Visitor, body: object) => visitor.post(apiPaths.gifEstimate, body)
const storedEstimates = () =>
  runSql(filesmith.databaseUrl, `select id from jobs where queue = 'estimate-size'`)
const jobFolders = () => readdir(join(filesmith.settings.DATA_DIR, 'jobs')).catch(() => [])

async function sendVideo(visitor: Visitor, bytes: Buffer = video) {
  return [{ uploadId: await visitor.upload(bytes, 'video.mp4', 'create-gif') }]
}

test('GIF estimate: measures exactly the size of the result, is not charged, and leaves no files', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const files = await sendVideo(visitor)
  const before = await visitor.json<Usage>(apiPaths.usage)
  const reply = await ask(visitor, { ...options, files })
  expect(reply.status).toBe(200)
  const { bytes, frames, isExact } = (await reply.json()) as GifEstimateReply
  expect([frames, isExact]).toEqual([40, true])
  expect(await visitor.json<Usage>(apiPaths.usage)).toEqual(before)
  expect(await visitor.json(apiPaths.recentConversions)).toEqual([])
  expect([await storedEstimates(), await jobFolders()]).toEqual([[], []])
  const accepted = await visitor.askFor('/api/create-gif', { ...options, files })
  const made = (await visitor.follow<ConversionState>(accepted)).at(-1)
  expect(made?.resultSize).toBe(bytes)
})

test('GIF estimate: reports the same errors as the GIF conversion', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const files = await sendVideo(visitor)
  const other = await sendVideo(createVisitor(filesmith.baseUrl))
  const image = { uploadId: await visitor.upload(await drawPng(), 'a.png', 'create-gif') }
  const damaged = await sendVideo(visitor, video.subarray(0, 2000))
  const refusals = [
    [{ ...options }, 400, 'Please add files to create a GIF'],
    [{ ...options, files: [] }, 400, 'Please add files to create a GIF'],
    [{ ...options, fps: 31, files }, 400, 'fps must be a whole number from 1 to 30.'],
    [{ ...options, files: [...files, image] }, 400, /^Please upload either a single video file/],
    [{ ...options, files: other }, 404, /./],
    [{ ...options, files: [{ uploadId: randomUUID() }] }, 404, /./],
    [{ ...options, startTime: 60, files }, 422, /only 4\.\d seconds long/],
    [{ ...options, files: damaged }, 422, /damaged or incomplete/],
  ] as const
  for (const [body, status, message] of refusals) {
    const reply = await ask(visitor, body)
    const answer = (await reply.json()) as { message: string }
    expect([reply.status, answer.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
  }
  expect(await storedEstimates()).toEqual([])
})

test('GIF estimate: a new request ends the previous one of the same owner', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const files = await sendVideo(visitor)
  const first = ask(visitor, { width: 1280, fps: 30, duration: 4, files })
  await vi.waitFor(async () => expect(await storedEstimates()).toHaveLength(1), { timeout: 10_000 })
  const second = ask(visitor, { ...options, files })
  expect(await (await first).json()).toEqual({ bytes: null, frames: 0 })
  expect(await (await second).json()).toMatchObject({ frames: 40, isExact: true })
})

test('GIF estimate: a disconnected client stops the worker', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const files = await sendVideo(visitor)
  const disconnect = new AbortController()
  const asked = visitor.fetch(apiPaths.gifEstimate, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ width: 1280, fps: 30, duration: 4, files }),
    signal: disconnect.signal,
  })
  await vi.waitFor(async () => expect(await jobFolders()).toHaveLength(1), { timeout: 10_000 })
  disconnect.abort()
  await expect(asked).rejects.toThrow()
  await vi.waitFor(async () => expect([await storedEstimates(), await jobFolders()]).toEqual([[], []]), {
    timeout: 20_000,
  })
})

test('GIF estimate: is empty without a worker, and rate limited', async () => {
  const alone = await startFilesmith({ GIF_ESTIMATES_PER_MINUTE: '2' }, { hasWorker: false })
  try {
    const visitor = createVisitor(alone.baseUrl)
    const files = await sendVideo(visitor)
    expect(await (await ask(visitor, { ...options, files })).json()).toEqual({ bytes: null, frames: 0 })
    const statuses = [await ask(visitor, { files }), await ask(visitor, { files })].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 429])
  } finally {
    await alone.stop()
  }
})

test('GIF estimate: is empty if no worker has the engine', async () => {
  const plain = await startFilesmith({ DISABLED_ENGINES: 'gif' })
  try {
    const visitor = createVisitor(plain.baseUrl)
    const reply = await ask(visitor, { ...options, files: await sendVideo(visitor) })
    expect([reply.status, await reply.json()]).toEqual([200, { bytes: null, frames: 0 }])
  } finally {
    await plain.stop()
  }
})
