/** Missing engines disable their operations with a reason and never prevent the start. */
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
  filesmith = await startFilesmith({ DISABLED_ENGINES: 'sharp,magick,heif,ffmpeg,libreoffice' })
})
afterAll(() => filesmith.stop())

test('CALL-10 start: succeeds without any engine', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/healthz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})

test('CALL-09 convert image: answers 503 with a message if the engine is missing', async () => {
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
] as const)('CALL-09 %s: answers 503 without ffmpeg', async (operation, outputFormat, label) => {
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

test('upload details: are empty without an engine for inspection', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const id = await visitor.upload(await drawClip({ extension: 'mp4' }), 'a.mp4', 'convert-video')
  expect(await visitor.json(`/api/uploads/${id}/details`)).toEqual({
    format: 'mp4',
    media: null,
    previewUrl: null,
    problem: null,
  })
})

test('CALL-09 capabilities: list unavailable operations with a reason', async () => {
  const { operations } = await createVisitor(filesmith.baseUrl).json<Capabilities>('/api/capabilities')
  expect(operations['convert-image']).toEqual({
    isAvailable: false,
    reason: 'Image conversion is currently not available on this server.',
  })
  // The other pairs of an operation stay available.
  expect(operations['convert-mail']).toEqual({
    isAvailable: true,
    reason: null,
    missingPairs: { eml: ['pdf'], msg: ['pdf'] },
  })
})
