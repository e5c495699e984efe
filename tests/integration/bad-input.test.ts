/** Invalid input: status codes, messages and cleanup. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchPath } from '@filesmith/contract/batch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { drawJpeg, drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer
let apiKey: string

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

beforeAll(async () => {
  filesmith = await startFilesmith()
  png = await drawPng()
  apiKey = (await createApiMember(filesmith)).client.key
})
afterAll(() => filesmith.stop())

async function answerTo(file: Uint8Array, name: string, fields: Record<string, string>) {
  const response = await createVisitor(filesmith.baseUrl).convert(blob(file), name, fields)
  return { status: response.status, body: (await response.json()) as { code: string; message: string } }
}

test('API-13 convert image: an unknown output format answers 400 with a message', async () => {
  const { status, body } = await answerTo(png, 'a.png', { outputFormat: 'exe' })
  expect(status).toBe(400)
  expect(body.message).toMatch(/^Output format must be one of: png, jpg, webp, gif, bmp, tiff, .*, pdf\.$/)
})

test('API-13 convert image: an unknown quality answers 400 with a message', async () => {
  const { status, body } = await answerTo(png, 'a.png', { outputFormat: 'webp', quality: 'best' })
  expect(status).toBe(400)
  expect(body).toEqual({ code: 'invalid-request', message: 'Quality must be one of: high, medium, low.' })
})

test('API-13 convert image: a missing file answers 400 with a message', async () => {
  const form = new FormData()
  form.set('outputFormat', 'webp')
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/convert/image', {
    method: 'POST',
    body: form,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 'file-missing', message: 'Please select a file first' })
})

test('convert image: rejects an empty file', async () => {
  const { status, body } = await answerTo(new Uint8Array(), 'a.png', { outputFormat: 'webp' })
  expect(status).toBe(400)
  expect(body.code).toBe('file-empty')
})

test('convert image: rejects a text file named .png', async () => {
  const { status, body } = await answerTo(Buffer.from('hello, I am text'), 'a.png', { outputFormat: 'webp' })
  expect(status).toBe(415)
  expect(body.message).toBe('This is a text file, not a PNG.')
})

test('convert image: rejects bytes of an unknown type', async () => {
  const { status, body } = await answerTo(Buffer.from([1, 2, 3, 4, 5]), 'a.png', { outputFormat: 'webp' })
  expect(status).toBe(415)
  expect(body.message).toBe('We could not recognize this file. It may be damaged or of an unsupported type.')
})

test('convert image: names the detected type of an audio file', async () => {
  const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])
  const { status, body } = await answerTo(wav, 'a.png', { outputFormat: 'webp' })
  expect(status).toBe(415)
  expect(body.message).toBe('This is a WAV audio file, not a PNG.')
})

test('convert image: an HTML page and an empty camera RAW photo are named by what they are', async () => {
  const page = Buffer.from('<!doctype html><title>Not found</title>')
  expect(await answerTo(page, 'photo.jpg', { outputFormat: 'webp' })).toMatchObject({
    status: 415,
    body: { code: 'format-mismatch', message: 'This is an HTML page, not a JPG.' },
  })
  const raw = Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(400)])
  expect(await answerTo(raw, 'IMG_0001.CR2', { outputFormat: 'webp' })).toMatchObject({
    status: 422,
    body: { message: 'This camera RAW file is damaged or uses an unsupported variant of the format.' },
  })
})

test('convert image: a truncated file is converted with a note, and refused if strict', async () => {
  const jpeg = (await drawJpeg(800, 600)).subarray(0, 3000)
  const tolerant = await answerTo(jpeg, 'a.jpg', { outputFormat: 'webp' })
  expect(tolerant.status).toBe(200)
  const note = 'This image is damaged: parts of it could not be read.'
  expect(tolerant.body).toMatchObject({ notes: [note] })
  const strict = await answerTo(jpeg, 'a.jpg', { outputFormat: 'webp', strict: 'true' })
  expect(strict.status).toBe(422)
  expect(strict.body).toMatchObject({ code: 'file-incomplete', message: expect.stringContaining(note) })
})

test('CALL-07 CALL-08 convert image: a damaged file fails with a plain message without engine output', async () => {
  const jpeg = await drawJpeg(800, 600)
  const { status, body } = await answerTo(jpeg.subarray(0, 160), 'a.jpg', { outputFormat: 'webp' })
  expect(status).toBe(422)
  expect(body).toEqual({
    code: 'file-damaged',
    message: 'This JPG file is damaged or incomplete and cannot be read.',
  })
})

test('convert image: rejects a file above the limit while streaming, and accepts one of exactly the limit', async () => {
  const limit = 50 * 1024 * 1024
  const tooLarge = Buffer.alloc(limit + 1)
  png.copy(tooLarge)
  const { status, body } = await answerTo(tooLarge, 'a.png', { outputFormat: 'webp' })
  expect(status).toBe(413)
  expect(body.message).toBe('File is too large. Maximum size is 50MB.')
  const exact = await answerTo(Buffer.alloc(limit), 'a.png', { outputFormat: 'webp' })
  expect(exact.body.code).toBe('unknown-type')
})

test.each([
  ['/api/nothing-here', 'not-found'],
  ['/api/conversions/not-an-id', 'conversion-not-found'],
  ['/api/conversions/00000000-0000-0000-0000-000000000000', 'conversion-not-found'],
  ['/api/download/..%2f..%2fetc%2fpasswd', 'conversion-not-found'],
])('CALL-07 GET %s answers 404 {code, message}', async (path, code) => {
  const response = await createVisitor(filesmith.baseUrl).fetch(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ code, message: expect.stringMatching(/./) })
})

test('CALL-07 convert image: a malformed JSON body answers 400 {code, message}', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/convert/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"uploadId":',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid-request' })
})

const partHead = (name: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`
const cutForms: readonly (readonly [where: string, makeForm: (name: string) => Buffer])[] = [
  ['at the start of a file', name => Buffer.from(partHead(name))],
  ['inside a file', name => Buffer.concat([Buffer.from(partHead(name)), png])],
  ['inside a file of 300 kB', name => Buffer.concat([Buffer.from(partHead(name)), Buffer.alloc(300_000)])],
  [
    'inside the last boundary',
    name => Buffer.concat([Buffer.from(partHead(name)), png, Buffer.from('\r\n--ed')]),
  ],
  [
    'inside the second file',
    name => Buffer.concat([Buffer.from(partHead(name)), png, Buffer.from(`\r\n${partHead(name)}x`)]),
  ],
  ['inside a field', () => Buffer.from('--edge\r\ncontent-disposition: form-data; name="quality"\r\n\r\nhi')],
]

describe.each(cutForms)('a form that ends %s', (_where, makeForm) => {
  test.each([
    ['/api/convert/image', 'file'],
    [batchPath, 'files'],
    [apiPaths.v1Files, 'file'],
  ])('%s answers 400', async (path, name) => {
    const response = await createVisitor(filesmith.baseUrl).fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=edge',
        ...(path === apiPaths.v1Files && { authorization: `Bearer ${apiKey}` }),
      },
      body: new Uint8Array(makeForm(name)),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      code: 'invalid-request',
      message: 'The form is malformed or incomplete.',
    })
  })
})

test('convert image: rejected files are removed from disk', async () => {
  await answerTo(Buffer.from('just text'), 'a.png', { outputFormat: 'webp', quality: 'nonsense' })
  const jobs = await readdir(join(filesmith.settings.DATA_DIR, 'jobs')).catch(() => [])
  expect(jobs).toEqual([])
})
