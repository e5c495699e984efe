/** Logs of an installation: request ids and no personal data. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
const lines: string[] = []

beforeAll(async () => {
  filesmith = await startFilesmith({ LOG_LEVEL: 'debug' }, { logTo: line => lines.push(line) })
})
afterAll(() => filesmith.stop())

test('log: contains no file names and no client addresses', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const image = new Blob([new Uint8Array(await drawPng())])
  const good = await visitor.convert(image, 'secret-holiday.png', { outputFormat: 'webp' })
  const bad = await visitor.convert(new Blob(['not an image']), 'secret-diary.png', { outputFormat: 'webp' })
  await visitor.upload(await drawPng(), 'secret-upload.png')
  expect([good.status, bad.status]).toEqual([200, 415])

  const log = lines.join('')
  expect(log).toContain('conversion finished')
  expect(log).not.toContain('secret')
  expect(log).not.toContain('remoteAddress')
})

test('log: lines carry the request id of the response', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/conversions/nothing')
  const requestId = response.headers.get('x-request-id')
  const about = lines.map(line => JSON.parse(line)).filter(line => line.reqId === requestId)
  expect(about.length).toBeGreaterThanOrEqual(1)
})
