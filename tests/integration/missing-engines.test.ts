/** A missing engine disables its tools with a plain reason; it never stops the start. */
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/pictures.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({ DISABLED_ENGINES: 'sharp,magick' })
})
afterAll(() => filesmith.stop())

test('CALL-10 the server starts without a single engine', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/healthz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})

test('CALL-09 a call that needs a missing engine answers 503 with a message, and keeps nothing', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const file = new Blob([new Uint8Array(await drawPng())])
  const response = await visitor.convert(file, 'a.png', { outputFormat: 'webp' })
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    code: 'engine-missing',
    message: 'Image conversion is not available on this server at the moment.',
  })
})

test('CALL-09 the page is told which tools cannot be used, and why', async () => {
  const { operations } = await createVisitor(filesmith.baseUrl).json<Capabilities>('/api/capabilities')
  expect(operations['convert-image']).toEqual({
    isAvailable: false,
    reason: 'Image conversion is not available on this server at the moment.',
  })
})
