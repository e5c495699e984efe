/** A missing engine disables its tools with a plain reason; it never stops the start. */
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const audioFor = (operation: OperationId) => (operation === 'convert-audio' ? { image: null } : {})

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({ DISABLED_ENGINES: 'sharp,magick,ffmpeg' })
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
    message: 'Image conversion is currently not available on this server.',
  })
})

test.each([
  ['convert-video', 'mkv', 'Video conversion'],
  ['convert-audio', 'mp3', 'Audio conversion'],
] as const)('CALL-09 without ffmpeg %s answers 503', async (operation, outputFormat, label) => {
  const clip = await drawClip({
    extension: operation === 'convert-video' ? 'mp4' : 'm4a',
    ...audioFor(operation),
  })
  const response = await createVisitor(filesmith.baseUrl).convert(
    new Blob([new Uint8Array(clip)]),
    'a',
    { outputFormat },
    { operation },
  )
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    code: 'engine-missing',
    message: `${label} is currently not available on this server.`,
  })
})

test('what is inside a film is left out at once when nobody can look', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const id = await visitor.upload(await drawClip({ extension: 'mp4' }), 'a.mp4', 'convert-video')
  expect(await visitor.json(`/api/uploads/${id}/details`)).toEqual({
    format: 'mp4',
    media: null,
    previewUrl: null,
    problem: null,
  })
})

test('CALL-09 the page is told which tools cannot be used, and why', async () => {
  const { operations } = await createVisitor(filesmith.baseUrl).json<Capabilities>('/api/capabilities')
  expect(operations['convert-image']).toEqual({
    isAvailable: false,
    reason: 'Image conversion is currently not available on this server.',
  })
})
