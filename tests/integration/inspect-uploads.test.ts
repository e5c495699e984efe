/** Media details of uploads before conversion, and their preparation for the PDF Workbench. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import type { UploadPreparation } from '@filesmith/contract/schemas/upload-preparation'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paragraph, writeDocx } from '../corpus/support/write-docx.ts'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

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

const prepare = (visitor: Visitor, id: string) => visitor.post(`/api/uploads/${id}/preparation`)
const storedFiles = async (id: string) => {
  const names = await readdir(join(filesmith.settings.DATA_DIR, 'storage'), { recursive: true })
  return names.filter(name => name.includes(id))
}
const usedOf = async (visitor: Visitor) => (await visitor.json<Usage>('/api/usage')).today.used

async function prepared(visitor: Visitor, bytes: Uint8Array, fileName: string, purpose: UploadPurpose) {
  const id = await visitor.upload(bytes, fileName, purpose)
  for (;;) {
    const reply = await prepare(visitor, id)
    expect(reply.status).toBe(200)
    const { status, previewUrl } = (await reply.json()) as UploadPreparation
    if (status === 'ready') return { id, preview: await visitor.fetch(previewUrl ?? expect.fail()) }
  }
}

async function readReply(reply: Response) {
  const path = join(filesmith.settings.DATA_DIR, 'reply.pdf')
  await writeFile(path, Buffer.from(await reply.arrayBuffer()))
  return { path, ...(await readPdf(path)) }
}

test('prepare upload: a document and an image are not charged, their result is once', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const docx = writeDocx({ body: paragraph('Dear reader') })
  const document = await prepared(visitor, docx, 'letter.docx', 'convert-document')
  const tiff = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#207040' } })
    .tiff()
    .toBuffer()
  const image = await prepared(visitor, tiff, 'scan.tiff', 'convert-image')
  expect(await usedOf(visitor)).toBe(0)
  expect(await visitor.json('/api/conversions/recent')).toEqual([])

  const accepted = await visitor.askFor(operations['organize-pdf'].path, {
    files: [{ uploadId: document.id }, { uploadId: image.id }],
  })
  const made = (await visitor.follow<ConversionState>(accepted)).at(-1)
  expect(made).toMatchObject({ status: 'succeeded', fileName: 'letter.pdf' })
  expect(await usedOf(visitor)).toBe(1)
  const result = await readReply(await visitor.fetch(made?.downloadUrl ?? expect.fail()))
  expect(result.pages).toHaveLength(2)
  expect(result.pages[0]).toContain('Dear reader')
})

test('prepare upload: only small images of the pages leave the server, and all is deleted with the upload', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, preview } = await prepared(visitor, Buffer.from('Dear reader\n'), 'a.txt', 'convert-document')
  expect(preview.headers.get('content-type')).toBe('application/pdf')
  const shown = await readReply(preview)
  expect([shown.pages, shown.imageCount]).toEqual([[''], 1])
  for (const path of [`/api/download/${id}`, `/api/conversions/${id}`, `/api/uploads/${id}`])
    expect([path, (await visitor.fetch(path)).status]).toEqual([path, 404])
  expect((await createVisitor(filesmith.baseUrl).fetch(`/api/uploads/${id}/preview`)).status).toBe(404)
  expect(await visitor.json(`/api/uploads/${id}/details`)).toMatchObject({ format: 'pdf', problem: null })

  expect(await storedFiles(id)).toHaveLength(2)
  await visitor.fetch(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  expect(await storedFiles(id)).toEqual([])
})

test('prepare upload: refuses what cannot become a PDF, and what a conversion already uses', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const refusal = async (bytes: Uint8Array, fileName: string, purpose: UploadPurpose) => {
    const reply = await prepare(visitor, await visitor.upload(bytes, fileName, purpose))
    const { code, message } = (await reply.json()) as { code: string; message: string }
    return [reply.status, code, message]
  }
  expect(await refusal(video, 'a.mp4', 'convert-video')).toEqual([
    415,
    'unsupported-input',
    'This is a MP4 file, which is not supported here.',
  ])
  const locked = await readFile(new URL('../corpus/samples/documents/protected.docx', import.meta.url))
  expect(await refusal(locked, 'a.docx', 'convert-document')).toEqual([
    422,
    'password-needed',
    'This file is password-protected. Please enter its password.',
  ])

  const text = await visitor.upload(Buffer.from('Dear reader\n'), 'a.txt', 'convert-document')
  expect((await prepare(createVisitor(filesmith.baseUrl), text)).status).toBe(404)
  const accepted = await visitor.askFor('/api/convert/document', { uploadId: text, outputFormat: 'html' })
  const reply = await prepare(visitor, text)
  expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'upload-used' }])
  expect((await visitor.follow<ConversionState>(accepted)).at(-1)?.status).toBe('succeeded')
})
