/** Deletion receipts: list stored files, and report a deletion only after the bytes are gone. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type DeletionReceipt, deletionReceiptSchema } from '@filesmith/contract/schemas/receipt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startS3Server,
  type TestS3Server,
} from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { type BreakableServer, startBreakableServer } from '../support/breakable-server.ts'
import { drawPng } from '../support/images.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let s3: TestS3Server
let storage: BreakableServer
let filesmith: TestFilesmith
let png: Buffer

beforeAll(async () => {
  s3 = await startS3Server()
  storage = await startBreakableServer(s3.endpoint)
  filesmith = await startFilesmith({
    STORAGE: 's3',
    S3_ENDPOINT: storage.url,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    SWEEP_INTERVAL_SECONDS: '1',
  })
  png = await drawPng()
})
afterAll(async () => {
  storage.isUnavailable = false
  await filesmith.stop()
  await storage.close()
  await s3.close()
})

const sql = (text: string, ...values: unknown[]) => runSql(filesmith.databaseUrl, text, values)

async function convert(visitor: Visitor) {
  const uploadId = await visitor.upload(png, 'Divorce papers.png')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
  return { ...accepted, uploadId }
}

async function receiptOf(visitor: Visitor, id: string): Promise<DeletionReceipt> {
  const reply = await visitor.fetch(apiPaths.conversionReceipt(id))
  expect(reply.status).toBe(200)
  return deletionReceiptSchema.parse(await reply.json())
}

const expireFiles = (uploadId: string, id: string) =>
  Promise.all([
    sql(`update uploads set expires_at = now() - interval '1 second' where id = $1`, uploadId),
    sql(`update conversions set expires_at = now() - interval '1 second' where id = $1`, id),
  ])

test('receipt: lists stored files, and after the deletion its time and reason', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, statusUrl } = await convert(visitor)
  const before = await receiptOf(visitor, id)
  expect(before).toMatchObject({
    conversionId: id,
    operation: 'convert-image',
    isAllDeleted: false,
    keptUntil: null,
  })
  expect(before.files).toMatchObject([
    { kind: 'upload', format: 'png', sizeBytes: png.length, deletedAt: null, reason: null },
    { kind: 'result', format: 'webp', deletedAt: null, reason: null },
  ])

  expect((await visitor.fetch(statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.fetch(statusUrl)).status).toBe(404)
  const after = await receiptOf(visitor, id)
  expect(after.isAllDeleted).toBe(true)
  for (const file of after.files) {
    expect(file.reason).toBe('asked')
    expect(Date.parse(file.deletedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(file.storedAt))
  }
  expect(after.files.map(file => file.sizeBytes)).toEqual(before.files.map(file => file.sizeBytes))
})

test('receipt: contains no file names', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, statusUrl } = await convert(visitor)
  await visitor.fetch(statusUrl, { method: 'DELETE' })
  const rows = await sql(
    `select r::text || f::text as kept from receipts r join receipt_files f using (conversion_id)
     where conversion_id = $1`,
    id,
  )
  expect(rows).toHaveLength(2)
  for (const { kept } of rows as { kept: string }[]) expect(kept).not.toMatch(/divorce|papers/i)
})

test('receipt: answers the same 404 for other owners, unknown ids and malformed ids', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor)
  const stranger = createVisitor(filesmith.baseUrl)
  for (const [who, asked] of [
    [stranger, id],
    [visitor, crypto.randomUUID()],
    [visitor, 'not-an-id'],
  ] as const) {
    const reply = await who.fetch(apiPaths.conversionReceipt(asked))
    expect([reply.status, await reply.json()]).toEqual([
      404,
      { code: 'receipt-not-found', message: 'This receipt does not exist or has expired.' },
    ])
  }
})

test('receipt: records expiry, and is removed after its own retention time', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId, statusUrl } = await convert(visitor)
  await expireFiles(uploadId, id)
  await waitUntil('the deletion of all files', async () => (await receiptOf(visitor, id)).isAllDeleted, {
    timeoutMs: 15_000,
  })
  const receipt = await receiptOf(visitor, id)
  expect(receipt.files.map(file => file.reason)).toEqual(['expired', 'expired'])
  const lastDeletedMs = Math.max(...receipt.files.map(file => Date.parse(file.deletedAt ?? '')))
  expect(Date.parse(receipt.keptUntil ?? '') - lastDeletedMs).toBe(30 * 24 * 60 * 60 * 1000)

  await visitor.fetch(statusUrl, { method: 'DELETE' })
  await sql(`update receipts set requested_at = now() - interval '40 days' where conversion_id = $1`, id)
  await sql(`update receipt_files set deleted_at = now() - interval '31 days' where conversion_id = $1`, id)
  await waitUntil(
    'the receipt to be removed',
    async () => (await visitor.fetch(apiPaths.conversionReceipt(id))).status === 404,
    {
      timeoutMs: 15_000,
    },
  )
  expect(await sql('select 1 from receipt_files where conversion_id = $1', id)).toEqual([])
})

test('receipt: reports no deletion while the storage is unavailable; the sweep continues afterwards', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId, statusUrl } = await convert(visitor)
  storage.isUnavailable = true
  expect((await visitor.fetch(statusUrl, { method: 'DELETE' })).status).toBe(503)
  await expireFiles(uploadId, id)
  const during = await receiptOf(visitor, id)
  expect(during.files.map(file => [file.kind, file.deletedAt])).toEqual([
    ['upload', null],
    ['result', null],
  ])
  storage.isUnavailable = false
  await waitUntil('the deletion of all files', async () => (await receiptOf(visitor, id)).isAllDeleted, {
    timeoutMs: 30_000,
  })
  expect((await visitor.fetch(apiPaths.download(id))).status).toBe(404)
})

test('receipt: bytes without a record are removed before the deletion is reported', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId } = await convert(visitor)
  // State left by an older version during a rolling upgrade: records removed, receipt not updated.
  await sql('delete from conversions where id = $1', id)
  await sql('delete from uploads where id = $1', uploadId)
  await sql(`update receipt_files set expires_at = now() - interval '1 second' where conversion_id = $1`, id)
  await waitUntil('the deletion of all files', async () => (await receiptOf(visitor, id)).isAllDeleted, {
    timeoutMs: 15_000,
  })
  const listed = await fetch(`${s3.endpoint}/${s3.bucket}?prefix=uploads/${uploadId}`)
  expect(await listed.text()).not.toContain('<Key>')
})

test('receipt: a shared file is marked deleted on all receipts at once', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const first = await convert(visitor)
  const second = await visitor.convertAsync(first.uploadId, { outputFormat: 'gif' })
  await visitor.follow(second)
  await visitor.fetch(first.statusUrl, { method: 'DELETE' })
  const uploads = async () =>
    Promise.all(
      [first, second].map(async ({ id }) =>
        (await receiptOf(visitor, id)).files.filter(file => file.kind === 'upload').map(file => file.reason),
      ),
    )
  expect(await uploads()).toEqual([[null], [null]])
  await visitor.fetch(second.statusUrl, { method: 'DELETE' })
  expect(await uploads()).toEqual([['asked'], ['asked']])
})

test('receipt: moves to the account on registration, and is deleted with it', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, statusUrl } = await convert(visitor)
  await visitor.fetch(statusUrl, { method: 'DELETE' })
  const member = await createMember(filesmith.baseUrl, newCredentials(), visitor)
  expect((await receiptOf(member, id)).isAllDeleted).toBe(true)
  const reply = await member.fetch(apiPaths.user, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: member.password }),
  })
  expect(reply.status).toBe(204)
  expect(await sql('select 1 from receipts where conversion_id = $1', id)).toEqual([])
})

test('receipt: stays correct when the deletion of an account fails halfway', async () => {
  const member = await createMember(filesmith.baseUrl)
  const { id } = await convert(member)
  storage.isUnavailable = true
  const deleteAccount = () =>
    member.fetch(apiPaths.user, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: member.password }),
    })
  expect((await deleteAccount()).status).toBe(503)
  expect((await receiptOf(member, id)).files.map(file => file.deletedAt)).toEqual([null, null])
  storage.isUnavailable = false
  expect((await deleteAccount()).status).toBe(204)
  expect(await sql('select 1 from receipts where conversion_id = $1', id)).toEqual([])
})
