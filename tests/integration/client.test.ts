/** The TypeScript client against a running server: files, multi-step jobs, progress, errors and webhooks. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Filesmith } from '@filesmith/client/filesmith'
import { createWebhook, getFile, type Job } from '@filesmith/client/generated/calls'
import { verifyWebhook } from '@filesmith/client/verify-webhook'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let server: TestFilesmith
let key: string
let filesmith: Filesmith
beforeAll(async () => {
  server = await startFilesmith({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' })
  key = (await createApiMember(server)).created.key
  filesmith = new Filesmith({ server: server.baseUrl, key })
})
afterAll(() => server.stop())

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

test('API-35 Filesmith client: uploads a file, runs two steps with progress, downloads and deletes', async () => {
  expect(await filesmith.account()).toMatchObject({ plan: 'pro', key: { name: 'A program' } })
  const file = await filesmith.uploadFile(blob(await drawPng(320, 200)), 'flag of all.png')
  expect(file).toMatchObject({ fileName: 'flag of all.png', format: 'png' })

  const seen: Job[] = []
  const job = await filesmith.runJob(
    {
      inputs: [{ fileId: file.id }],
      steps: [
        { operation: 'resize-image', options: { width: 80, outputFormat: 'webp' } },
        { operation: 'compress-files', options: { compressionFormat: 'zip' } },
      ],
      tag: 'mine',
    },
    { onProgress: state => seen.push(state) },
  )
  expect(job).toMatchObject({ status: 'succeeded', percent: 100, tag: 'mine' })
  const percents = seen.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))

  const answer = await filesmith.download(job.id)
  const [[name, image] = []] = await readZip(Buffer.from(await answer.arrayBuffer()))
  expect(name).toMatch(/\.webp$/)
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 80, height: 50 })

  expect((await filesmith.jobs({ limit: 5 })).jobs.map(({ id }) => id)).toContain(job.id)
  await filesmith.removeJob(job.id)
  await filesmith.removeFile(file.id)
  await expect(getFile(filesmith.send, file.id)).rejects.toMatchObject({ status: 404 })
}, 120_000)

test('Filesmith client: throws errors with the code and message of the server', async () => {
  const stranger = new Filesmith({ server: server.baseUrl, key: 'fsk_unknown' })
  await expect(stranger.account()).rejects.toMatchObject({
    name: 'FilesmithError',
    status: 401,
    isRefusedKey: true,
  })
  const file = await filesmith.uploadFile(blob(Buffer.from('these are words')), 'words.png')
  const wanted = {
    inputs: [{ fileId: file.id }],
    steps: [{ operation: 'convert-image', options: { outputFormat: 'jpg' } }],
  } as const
  await expect(filesmith.runJob(wanted)).rejects.toMatchObject({
    name: 'FilesmithError',
    message: expect.stringContaining('This is a text file'),
  })
  const unreachable = new Filesmith({ server: 'http://127.0.0.1:9', key, tries: 2 })
  await expect(unreachable.account()).rejects.toMatchObject({ code: 'server-unreachable', status: 0 })
})

test('Filesmith client: retries a lost response without creating a second job', async () => {
  const file = await filesmith.uploadFile(blob(await drawPng(32, 32)), 'a.png')
  let lost = 0
  const losesResponses: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (init?.method !== 'POST' || lost > 0) return answer
    lost++
    await answer.arrayBuffer()
    throw new TypeError('the connection broke')
  }
  const retrying = new Filesmith({ server: server.baseUrl, key, fetch: losesResponses })
  const tag = `once-${randomBytes(4).toString('hex')}`
  const job = await retrying.runJob({
    inputs: [{ fileId: file.id }],
    steps: [{ operation: 'convert-image', options: { outputFormat: 'jpg' } }],
    tag,
  })
  expect(lost).toBe(1)
  const { jobs } = await filesmith.jobs({ limit: 100 })
  expect(jobs.filter(each => each.tag === tag).map(({ id }) => id)).toEqual([job.id])
}, 120_000)

test('verifyWebhook: accepts a signed webhook and rejects a modified one', async () => {
  const received = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>()
  const receiver = createServer(async (request, response) => {
    received.resolve({ headers: request.headers, body: await text(request) })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const { secret } = await createWebhook(filesmith.send, { url })
    const file = await filesmith.uploadFile(blob(await drawPng(32, 32)), 'a.png')
    const job = await filesmith.runJob({
      inputs: [{ fileId: file.id }],
      steps: [{ operation: 'convert-image', options: { outputFormat: 'jpg' } }],
    })
    const { headers, body } = await received.promise
    expect(await verifyWebhook(secret, headers, body)).toMatchObject({
      type: 'job.succeeded',
      data: { job: { id: job.id } },
    })
    await expect(verifyWebhook(secret, headers, body.replace('succeeded', 'failed'))).rejects.toThrow(
      'signature',
    )
  } finally {
    receiver.close()
  }
}, 120_000)
