/** The log of a whole installation: it tells what happened and by which request, and nothing personal. */
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

test('no file name and no address of the visitor is ever logged', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const image = new Blob([new Uint8Array(await drawPng())])
  const good = await visitor.convert(image, 'secret-holiday.png', { outputFormat: 'webp' })
  const bad = await visitor.convert(new Blob(['no picture']), 'secret-diary.png', { outputFormat: 'webp' })
  await visitor.upload(await drawPng(), 'secret-upload.png')
  expect([good.status, bad.status]).toEqual([200, 415])

  const log = lines.join('')
  expect(log).toContain('conversion finished')
  expect(log).not.toContain('secret')
  expect(log).not.toContain('remoteAddress')
})

test('a reply names its request, and so does every line about it', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/conversions/nothing')
  const requestId = response.headers.get('x-request-id')
  const about = lines.map(line => JSON.parse(line)).filter(line => line.reqId === requestId)
  expect(about.length).toBeGreaterThanOrEqual(1)
})
