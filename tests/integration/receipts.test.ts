/** Deletion receipts: what was stored, when it was deleted and why; never said before it is true. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type DeletionReceipt, deletionReceiptSchema } from '@filesmith/contract/schemas/receipt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startS3Server,
  type TestS3Server,
} from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { type BreakableServer, standBefore } from '../support/breakable-server.ts'
import { drawPng } from '../support/images.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let s3: TestS3Server
let storage: BreakableServer
let filesmith: TestFilesmith
let png: Buffer

beforeAll(async () => {
  s3 = await startS3Server()
  storage = await standBefore(s3.endpoint)
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
  storage.isAway = false
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

const pastFiles = (uploadId: string, id: string) =>
  Promise.all([
    sql(`update uploads set expires_at = now() - interval '1 second' where id = $1`, uploadId),
    sql(`update conversions set expires_at = now() - interval '1 second' where id = $1`, id),
  ])

test('a receipt lists what is stored, and tells its owner after the deletion when and why it went', async () => {
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

test('a receipt keeps no name and no content', async () => {
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

test("somebody else's receipt, a made-up one and a broken id are all the same 404", async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id } = await convert(visitor)
  const stranger = createVisitor(filesmith.baseUrl)
  for (const [who, asked] of [
    [stranger, id],
    [visitor, crypto.randomUUID()],
    [visitor, 'nobody'],
  ] as const) {
    const reply = await who.fetch(apiPaths.conversionReceipt(asked))
    expect([reply.status, await reply.json()]).toEqual([
      404,
      { code: 'receipt-not-found', message: 'This receipt does not exist or has expired.' },
    ])
  }
})

test('what expires is noted as expired, and the receipt goes when its own time is over', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId, statusUrl } = await convert(visitor)
  await pastFiles(uploadId, id)
  await vi.waitUntil(async () => (await receiptOf(visitor, id)).isAllDeleted, { timeout: 15_000 })
  const receipt = await receiptOf(visitor, id)
  expect(receipt.files.map(file => file.reason)).toEqual(['expired', 'expired'])
  const lastDeletedMs = Math.max(...receipt.files.map(file => Date.parse(file.deletedAt ?? '')))
  expect(Date.parse(receipt.keptUntil ?? '') - lastDeletedMs).toBe(30 * 24 * 60 * 60 * 1000)

  await visitor.fetch(statusUrl, { method: 'DELETE' })
  await sql(`update receipts set requested_at = now() - interval '40 days' where conversion_id = $1`, id)
  await sql(`update receipt_files set deleted_at = now() - interval '31 days' where conversion_id = $1`, id)
  await vi.waitUntil(async () => (await visitor.fetch(apiPaths.conversionReceipt(id))).status === 404, {
    timeout: 15_000,
  })
  expect(await sql('select 1 from receipt_files where conversion_id = $1', id)).toEqual([])
})

test('while the storage is away nothing is called deleted; the sweep goes on when it is back', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId, statusUrl } = await convert(visitor)
  storage.isAway = true
  expect((await visitor.fetch(statusUrl, { method: 'DELETE' })).status).toBe(503)
  await pastFiles(uploadId, id)
  const during = await receiptOf(visitor, id)
  expect(during.files.map(file => [file.kind, file.deletedAt])).toEqual([
    ['upload', null],
    ['result', null],
  ])
  storage.isAway = false
  await vi.waitUntil(async () => (await receiptOf(visitor, id)).isAllDeleted, { timeout: 30_000 })
  expect((await visitor.fetch(apiPaths.download(id))).status).toBe(404)
})

test('bytes that no record leads to any more are removed before the receipt says so', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const { id, uploadId } = await convert(visitor)
  // As an older version beside this one leaves it: records gone, nothing noted.
  await sql('delete from conversions where id = $1', id)
  await sql('delete from uploads where id = $1', uploadId)
  await sql(`update receipt_files set expires_at = now() - interval '1 second' where conversion_id = $1`, id)
  await vi.waitUntil(async () => (await receiptOf(visitor, id)).isAllDeleted, { timeout: 15_000 })
  const listed = await fetch(`${s3.endpoint}/${s3.bucket}?prefix=uploads/${uploadId}`)
  expect(await listed.text()).not.toContain('<Key>')
})

test('a file that two conversions share is deleted on both receipts at once', async () => {
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

test("a visitor's receipts become the account's, and go with the account", async () => {
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

test('deleting an account that breaks off leaves receipts that tell what is gone and what is not', async () => {
  const member = await createMember(filesmith.baseUrl)
  const { id } = await convert(member)
  storage.isAway = true
  const askAgain = () =>
    member.fetch(apiPaths.user, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: member.password }),
    })
  expect((await askAgain()).status).toBe(503)
  expect((await receiptOf(member, id)).files.map(file => file.deletedAt)).toEqual([null, null])
  storage.isAway = false
  expect((await askAgain()).status).toBe(204)
  expect(await sql('select 1 from receipts where conversion_id = $1', id)).toEqual([])
})
