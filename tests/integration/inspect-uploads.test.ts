/** Media details of uploads before conversion. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let video: Buffer
let audio: Buffer

beforeAll(async () => {
  ;[filesmith, video, audio] = await Promise.all([
    startFilesmith(),
    drawClip({ extension: 'mp4' }),
    drawClip({ extension: 'wav', image: null }),
  ])
})
afterAll(() => filesmith.stop())

const detailsOf = async (bytes: Buffer, fileName: string, operation: OperationId) => {
  const visitor = createVisitor(filesmith.baseUrl)
  const id = await visitor.upload(bytes, fileName, operation)
  return { visitor, id, details: await visitor.json<UploadDetails>(`/api/uploads/${id}/details`) }
}

test('upload details: duration, size, codecs and preview of a video', async () => {
  const { visitor, id, details } = await detailsOf(video, 'a.mp4', 'convert-video')
  expect(details).toMatchObject({
    format: 'mp4',
    media: {
      durationSeconds: expect.closeTo(2, 1),
      video: { codec: 'H.264', width: 320, height: 180, framesPerSecond: 25, isHdr: false },
      audio: { codec: 'AAC', channels: 1, sampleRateHz: 44_100, isLossless: false },
      audioTracks: 1,
    },
    previewUrl: `/api/uploads/${id}/preview`,
    problem: null,
  })
  const preview = await visitor.fetch(`/api/uploads/${id}/preview`)
  expect(preview.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await preview.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))

  const stranger = createVisitor(filesmith.baseUrl)
  expect((await stranger.fetch(`/api/uploads/${id}/details`)).status).toBe(404)
  expect((await stranger.fetch(`/api/uploads/${id}/preview`)).status).toBe(404)
})

test('delete upload: removes the preview', async () => {
  const { visitor, id } = await detailsOf(video, 'a.mp4', 'convert-video')
  await visitor.fetch(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  const left = await readdir(join(filesmith.settings.DATA_DIR, 'storage'), { recursive: true })
  expect(left.filter(name => name.includes(id))).toEqual([])
})

test('upload details: concurrent requests share one inspection', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const id = await visitor.upload(audio, 'a.wav', 'convert-audio')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => visitor.json<UploadDetails>(`/api/uploads/${id}/details`)),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ media: { audio: { codec: 'PCM', isLossless: true }, video: null } })
})

test('upload details: reports a damaged file', async () => {
  const { details } = await detailsOf(video.subarray(0, video.length / 2), 'a.mp4', 'convert-video')
  expect(details).toEqual({
    format: 'mp4',
    media: null,
    previewUrl: null,
    problem: {
      code: 'file-damaged',
      message: 'This MP4 file is damaged or incomplete and cannot be read.',
    },
  })
})

test('upload details: are empty for an image', async () => {
  const { details } = await detailsOf(await drawPng(), 'a.png', 'convert-image')
  expect(details).toEqual({ format: 'png', media: null, previewUrl: null, problem: null })
})

test('upload details: number of pages and preview of a TIFF', async () => {
  const raw = { width: 8, height: 24, channels: 3, pageHeight: 8 } as const
  const tiff = await sharp(Buffer.alloc(8 * 24 * 3), { raw })
    .tiff()
    .toBuffer()
  const { id, details } = await detailsOf(tiff, 'scan.tiff', 'convert-image')
  expect(details).toEqual({
    format: 'tiff',
    media: null,
    pages: 3,
    previewUrl: `/api/uploads/${id}/preview`,
    problem: null,
  })
})

test('upload details: a file of another type is named by what it is', async () => {
  const page = Buffer.from('<!doctype html><title>Not found</title>')
  const { details } = await detailsOf(page, 'photo.jpg', 'convert-image')
  expect(details.problem).toEqual({ code: 'format-mismatch', message: 'This is an HTML page, not a JPG.' })
})

test('upload details: an animated GIF is an image or a video, depending on the operation', async () => {
  const gif = await drawClip({ extension: 'gif', sound: null, seconds: 1 })
  const { details: asImage } = await detailsOf(gif, 'a.gif', 'convert-image')
  expect(asImage).toEqual({ format: 'gif', media: null, previewUrl: null, problem: null })
  const { details: asVideo } = await detailsOf(gif, 'a.gif', 'convert-video')
  expect(asVideo).toMatchObject({
    format: 'gif',
    media: { video: { codec: 'GIF', width: 320, height: 180 } },
  })
})
