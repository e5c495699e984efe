/** Text extraction (OCR) over real HTTP: synchronous requests, result parts and errors. */
import { readFile } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { recognitionParts, recognitionSchema } from '@filesmith/contract/schemas/recognition'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawLines } from '../support/draw-lines.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor
beforeAll(async () => {
  filesmith = await startFilesmith()
  visitor = createVisitor(filesmith.baseUrl)
})
afterAll(() => filesmith.stop())

const lines = ['The old lighthouse stands on the northern', 'shore of the island and shines at night.']

const extract = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}) =>
  visitor.convert(new Blob([new Uint8Array(bytes)]), name, fields, { operation: 'extract-text' })

test('API-27 extract text: accepts an image with options as JSON and returns the text', async () => {
  const options = { preserveLayout: true, enhanceAccuracy: true, detectLanguage: true }
  const reply = await extract(await drawLines({ lines }), 'page.png', {
    options: JSON.stringify({ ...options, includeConfidence: false }),
  })
  expect(reply.status).toBe(200)
  const { text, downloadUrl } = (await reply.json()) as { text: string; downloadUrl: string }
  expect(text.replace(/\s+/g, ' ').trim()).toBe(lines.join(' '))
  expect(await (await visitor.fetch(downloadUrl)).text()).toBe(text)
})

test('extract text: result parts are words with positions, searchable PDF, hOCR, DOCX, Markdown and the page image', async () => {
  const uploadId = await visitor.upload(await drawLines({ lines }), 'page.png', 'extract-text')
  const accepted = await visitor.askFor('/api/extract/text', { uploadId, options: {} })
  const state = (await visitor.follow(accepted)).at(-1) as ConversionState
  expect(state).toMatchObject({ status: 'succeeded', convertedFormat: 'txt', operation: 'extract-text' })
  const urls = new Map(state.parts.map(part => [part.name, part.url]))
  const fetchPart = async (name: string) => {
    const response = await visitor.fetch(urls.get(name) ?? '/missing')
    expect([name, response.status]).toEqual([name, 200])
    return Buffer.from(await response.arrayBuffer())
  }
  const text = await (await visitor.fetch(state.downloadUrl ?? '')).text()
  const words = recognitionSchema.parse(JSON.parse((await fetchPart(recognitionParts.words)).toString()))
  const found = words.pages[0]?.words ?? []
  expect(found.map(word => word.text).slice(0, 3)).toEqual(['The', 'old', 'lighthouse'])
  for (const word of found) expect(text.slice(word.start, word.end)).toBe(word.text)
  expect((await fetchPart(recognitionParts.searchablePdf)).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await fetchPart(recognitionParts.hocr)).toString()).toContain('ocrx_word')
  expect((await fetchPart(recognitionParts.docx)).subarray(0, 2).toString()).toBe('PK')
  expect((await fetchPart(recognitionParts.markdown)).toString().replace(/\s+/g, ' ').trim()).toBe(
    lines.join(' '),
  )
  const image = await sharp(await fetchPart(recognitionParts.page(1))).metadata()
  expect([image.format, image.width]).toEqual(['jpeg', words.pages[0]?.width])

  const stranger = createVisitor(filesmith.baseUrl)
  expect((await stranger.fetch(urls.get(recognitionParts.words) ?? '')).status).toBe(404)
  expect((await visitor.fetch(apiPaths.conversionPart(state.id, 'other.json'))).status).toBe(404)

  await visitor.fetch(apiPaths.conversion(state.id), { method: 'DELETE' })
  expect((await visitor.fetch(urls.get(recognitionParts.words) ?? '')).status).toBe(404)
})

test('OCR-10 extract text: an image without text returns an empty text', async () => {
  const blank = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const reply = await extract(blank, 'blank.png')
  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ text: '' })
})

test('extract text: requires the password of a protected PDF', async () => {
  const locked = await readFile(new URL('../corpus/samples/pdf/locked.pdf', import.meta.url))
  const without = await extract(locked, 'locked.pdf')
  expect([without.status, await without.json()]).toMatchObject([422, { code: 'password-needed' }])
  const wrong = await extract(locked, 'locked.pdf', { password: 'lamp' })
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: 'password-wrong' }])
  const open = await extract(locked, 'locked.pdf', { password: 'lighthouse' })
  expect(open.status).toBe(200)
  expect(((await open.json()) as { text: string }).text.length).toBeGreaterThan(20)
})

test('OCR-06 extract text: without a file answers 400', async () => {
  const reply = await visitor.post('/api/extract/text', { options: {} })
  expect([reply.status, await reply.json()]).toMatchObject([400, { message: 'Please select a file first' }])
})

test('extract text: rejects invalid options', async () => {
  for (const options of ['nonsense', '{"preserveLayout": "perhaps"}']) {
    const reply = await extract(await drawLines({ lines }), 'page.png', { options })
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'invalid-request' }])
  }
})

test('OCR-03 extract text: rejects other file types and files above 50MB', async () => {
  const text = await extract(Buffer.from('just words'), 'words.txt')
  expect([text.status, await text.json()]).toMatchObject([415, { code: 'unsupported-input' }])
  const tooLarge = await extract(new Uint8Array(50 * 1024 * 1024 + 1), 'large.png')
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([
    413,
    { message: 'File is too large. Maximum size is 50MB.' },
  ])
})

test('extract text: rejects a language that is not installed', async () => {
  const options = JSON.stringify({ detectLanguage: false, language: 'qqq' })
  const reply = await extract(await drawLines({ lines }), 'page.png', { options })
  expect([reply.status, await reply.json()]).toMatchObject([422, { code: 'language-not-installed' }])
})

test('OCR-12 extract text: several languages require a paid plan', async () => {
  const options = JSON.stringify({ detectLanguage: false, language: 'eng+deu' })
  const reply = await extract(await drawLines({ lines }), 'page.png', { options })
  expect([reply.status, await reply.json()]).toEqual([
    403,
    { code: 'plan-needed', message: 'Several languages in one file require the Basic or Pro plan.' },
  ])
})
