/** Conversion history: pagination, filters, search and repeat. */
import { randomUUID } from 'node:crypto'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import type { ConversionHistory } from '@filesmith/contract/schemas/conversion-history'
import type { Usage } from '@filesmith/contract/schemas/usage'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { noonClock } from '../support/test-clocks.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let database: pg.Client
let png: Buffer

beforeAll(async () => {
  filesmith = await startFilesmith({}, { clock: noonClock })
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
  png = await drawPng()
})
afterAll(async () => {
  await database.end()
  await filesmith.stop()
})

const historyOf = (visitor: Visitor, query: Record<string, string> = {}) =>
  visitor.json<ConversionHistory>(`/api/conversions?${new URLSearchParams(query)}`)

async function convert(visitor: Visitor, fileName: string, fields: Record<string, string> = {}) {
  const uploadId = await visitor.upload(png, fileName)
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp', ...fields })
  await visitor.follow(accepted)
  return { ...accepted, uploadId }
}

/** Copies a conversion record, to fill several pages without converting. */
async function copyRecord(id: string, changes: { fileName?: string; status?: string; kind?: string }[]) {
  for (const { fileName = 'copy.png', status = 'succeeded', kind = 'image' } of changes) {
    await database.query(
      `insert into conversions
       select (jsonb_populate_record(conversions, jsonb_build_object(
         'id', $2::text, 'file_name', $3::text, 'status', $4::text, 'file_kind', $5::text))).*
       from conversions where id = $1`,
      [id, randomUUID(), fileName, status, kind],
    )
  }
}

const namesOf = ({ conversions }: ConversionHistory) => conversions.map(({ fileName }) => fileName)

test('history: lists formats, sizes, status and whether the conversion can be repeated', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'holiday.png')
  const damaged = Buffer.concat([png.subarray(0, 60), Buffer.alloc(200)])
  const failed = await visitor.convertAsync(await visitor.upload(damaged, 'broken.png'), {
    outputFormat: 'jpg',
  })
  await visitor.follow(failed)

  const { conversions, next } = await historyOf(visitor)
  expect(next).toBeNull()
  expect(conversions).toEqual([
    {
      id: failed.id,
      fileName: 'broken.png',
      fileType: 'image',
      originalFormat: 'png',
      convertedFormat: 'jpg',
      originalSize: damaged.length,
      fileSize: null,
      status: 'failed',
      errorMessage: 'This PNG file is damaged or incomplete and cannot be read.',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      canRepeat: true,
    },
    {
      id,
      fileName: 'holiday.png',
      fileType: 'image',
      originalFormat: 'png',
      convertedFormat: 'webp',
      originalSize: png.length,
      fileSize: (await visitor.json<ConversionState>(`/api/conversions/${id}`)).resultSize,
      status: 'succeeded',
      errorMessage: null,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      canRepeat: true,
    },
  ])
})

test('history: 20 per page, newest first, without gaps or repetitions for equal timestamps', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'first.png')
  await copyRecord(
    id,
    Array.from({ length: 44 }, () => ({})),
  )
  const newest = await convert(visitor, 'newest.png')

  const pages: ConversionHistory[] = []
  let before: string | null = ''
  while (before !== null) {
    const page = await historyOf(visitor, before === '' ? {} : { before })
    pages.push(page)
    before = page.next
  }
  expect(pages.map(page => page.conversions.length)).toEqual([20, 20, 6])
  const ids = pages.flatMap(page => page.conversions.map(conversion => conversion.id))
  expect(new Set(ids).size).toBe(46)
  expect(ids[0]).toBe(newest.id)
})

test('history: a full last page has no next page', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'first.png')
  await copyRecord(
    id,
    Array.from({ length: 19 }, () => ({})),
  )
  const page = await historyOf(visitor)
  expect(page.conversions).toHaveLength(20)
  expect(page.next).toBeNull()
})

test('history: filters by kind and status, also across pages', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'a.png')
  await copyRecord(id, [
    { fileName: 'b.mp4', kind: 'video' },
    { fileName: 'c.mp4', kind: 'video', status: 'failed' },
    { fileName: 'd.png', status: 'expired' },
    ...Array.from({ length: 24 }, () => ({ fileName: 'many.mp3', kind: 'audio' })),
  ])
  expect(namesOf(await historyOf(visitor, { fileType: 'video' })).sort()).toEqual(['b.mp4', 'c.mp4'])
  expect(namesOf(await historyOf(visitor, { fileType: 'video', status: 'failed' }))).toEqual(['c.mp4'])
  expect(namesOf(await historyOf(visitor, { status: 'expired' }))).toEqual(['d.png'])
  const audio = await historyOf(visitor, { fileType: 'audio' })
  const rest = await historyOf(visitor, { fileType: 'audio', before: audio.next ?? '' })
  expect([audio.conversions.length, rest.conversions.length, rest.next]).toEqual([20, 4, null])
})

test('history: search treats LIKE wildcards literally', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'Summer Report.png')
  await copyRecord(id, [
    { fileName: '100% done.png' },
    { fileName: '100 done.png' },
    { fileName: 'a_b.png' },
    { fileName: 'axb.png' },
    { fileName: 'back\\slash.png' },
  ])
  const search = async (text: string) => namesOf(await historyOf(visitor, { search: text })).sort()
  expect(await search('summer rep')).toEqual(['Summer Report.png'])
  expect(await search('100%')).toEqual(['100% done.png'])
  expect(await search('a_b')).toEqual(['a_b.png'])
  expect(await search('\\')).toEqual(['back\\slash.png'])
  expect(await search("' or true --")).toEqual([])
  expect(await search('')).toHaveLength(6)
})

test('history: is invisible to other visitors, and rejects forged cursors', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'mine.png')
  await copyRecord(
    id,
    Array.from({ length: 20 }, () => ({})),
  )
  const { next } = await historyOf(visitor)
  const stranger = createVisitor(filesmith.baseUrl)
  expect(await historyOf(stranger)).toEqual({ conversions: [], next: null })
  expect(await historyOf(stranger, { before: next ?? '' })).toEqual({ conversions: [], next: null })

  for (const before of ['x', 'bm90IGEgcGxhY2U', Buffer.from('9999999999999999 x').toString('base64url')]) {
    const refused = await visitor.fetch(`/api/conversions?before=${before}`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      code: 'invalid-request',
      message: 'The page cursor is invalid.',
    })
  }
  expect((await visitor.fetch('/api/conversions?status=lost')).status).toBe(400)
})

const repeat = (visitor: Visitor, id: string) =>
  visitor.fetch(`/api/conversions/${id}/repeat`, { method: 'POST' })

test('ALLOW-06 repeat: creates a new conversion with the same options and charges it', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const first = await convert(visitor, 'again.png', { outputFormat: 'jpg', quality: 'low' })
  const reply = await repeat(visitor, first.id)
  expect(reply.status).toBe(202)
  const second = (await reply.json()) as AcceptedReply
  expect(second.id).not.toBe(first.id)
  expect((await visitor.follow(second)).at(-1)).toMatchObject({ status: 'succeeded', convertedFormat: 'jpg' })

  const results = await Promise.all(
    [first.id, second.id].map(async id => {
      const download = await visitor.fetch(`/api/download/${id}`)
      return sharp(Buffer.from(await download.arrayBuffer()))
        .raw()
        .toBuffer()
    }),
  )
  expect(results[0]?.equals(results[1] ?? Buffer.of())).toBe(true)
  const { rows } = await database.query('select options from conversions where id = any($1)', [
    [first.id, second.id],
  ])
  expect(rows).toEqual([
    { options: { outputFormat: 'jpg', quality: 'low', page: 0 } },
    { options: { outputFormat: 'jpg', quality: 'low', page: 0 } },
  ])
  expect((await visitor.json<Usage>('/api/usage')).today.used).toBe(2)
})

test('ALLOW-23 repeat: rejects conversions of other visitors and those whose upload is gone', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const first = await convert(visitor, 'gone.png')
  const strange = await repeat(createVisitor(filesmith.baseUrl), first.id)
  expect(strange.status).toBe(404)
  expect(await strange.json()).toEqual({
    code: 'conversion-not-found',
    message: 'This conversion does not exist or has expired.',
  })
  expect((await repeat(visitor, randomUUID())).status).toBe(404)

  const removed = await visitor.fetch(`/api/uploads/${first.uploadId}`, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0' },
  })
  expect(removed.status).toBe(204)
  expect((await historyOf(visitor)).conversions[0]).toMatchObject({ id: first.id, canRepeat: false })
  const refused = await repeat(visitor, first.id)
  expect(refused.status).toBe(404)
  expect(await refused.json()).toEqual({
    code: 'upload-not-found',
    message: 'This upload does not exist or has expired. Please upload the file again.',
  })
  expect((await visitor.json<Usage>('/api/usage')).today.used).toBe(1)
})

test('history: records without stored options are listed but cannot be repeated', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor, 'old.png')
  await database.query('update conversions set options = null where id = $1', [id])
  expect((await historyOf(visitor)).conversions[0]).toMatchObject({ id, canRepeat: false })
  expect((await repeat(visitor, id)).status).toBe(404)
})
