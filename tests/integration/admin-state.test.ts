/** Admin API: overview, workers, failures, storage and audit log. */
import { hostname } from 'node:os'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminStorage, AdminWorker, FailurePage, Overview } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawJpeg, drawPng } from '../support/images.ts'
import { createMember, runSql } from '../support/member.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let operator: Operator
beforeAll(async () => {
  filesmith = await startFilesmith({ SWEEP_INTERVAL_SECONDS: '1', AUDIT_KEPT_DAYS: '30' })
  operator = await createOperator(filesmith)
})
afterAll(() => filesmith.stop())

const sql = (text: string, values: unknown[] = []) => runSql(filesmith.databaseUrl, text, values)
const overview = () => operator.json<Overview>(apiPaths.adminOverview)
const failures = (query = '') => operator.json<FailurePage>(apiPaths.adminFailures + query)
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

test('API-35 overview: counts finished conversions and their duration', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const before = await overview()
  await visitor.convert(blob(await drawPng()), 'a.png', { outputFormat: 'webp' })
  await visitor.convert(blob((await drawJpeg(800, 600)).subarray(0, 160)), 'b.jpg', { outputFormat: 'webp' })
  const after = await overview()
  expect(after).toMatchObject({
    queue: [],
    lastDay: {
      succeeded: before.lastDay.succeeded + 1,
      failed: before.lastDay.failed + 1,
      cancelled: 0,
      medianSeconds: expect.any(Number),
      p95Seconds: expect.any(Number),
    },
    jobs: { waiting: 0, running: 0 },
    workers: 1,
    users: 1,
    unreadMessages: 0,
    unreadChats: 0,
  })
  expect(after.storedBytes).toBeGreaterThan(before.storedBytes)
  const { byHour } = after.lastDay
  expect(byHour).toHaveLength(24)
  expect(byHour.reduce((sum, hour) => sum + hour.succeeded, 0)).toBe(after.lastDay.succeeded)
  expect(byHour.reduce((sum, hour) => sum + hour.failed, 0)).toBe(after.lastDay.failed)
  expect(byHour.map(hour => hour.startsAt)).toEqual(byHour.map(hour => hour.startsAt).toSorted())
})

test('API-35 overview: expired conversions keep counting by their outcome', async () => {
  const before = await overview()
  await sql(`update conversions set status = 'expired', result_key = null`)
  expect((await overview()).lastDay).toEqual(before.lastDay)
  expect((await failures()).failures).toHaveLength(before.lastDay.failed)
})

test('API-35 workers: lists host, process, version and engines', async () => {
  const workers = await operator.json<AdminWorker[]>(apiPaths.adminWorkers)
  expect(workers).toEqual([
    {
      id: expect.any(String),
      host: hostname(),
      processId: process.pid,
      version: '0.1.0',
      startedAt: expect.any(String),
      seenAt: expect.any(String),
      queueClasses: ['short', 'long'],
      running: 0,
      engines: expect.arrayContaining([{ engine: 'sharp', isAvailable: true, reason: null }]),
    },
  ])
  const begun = await sql('select distinct worker_id from conversions where started_at is not null')
  expect(begun).toEqual([{ worker_id: workers[0]?.id }])
})

test('API-35 failures: show operators the engine output without file names and paths, and the owner only the message', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const truncated = blob((await drawJpeg(800, 600)).subarray(0, 160))
  const reply = await ada.convert(truncated, 'secret-holiday.jpg', { outputFormat: 'webp' })
  const { message } = (await reply.json()) as { message: string }
  const { failures: found, byCode } = await failures()
  expect(found[0]).toEqual({
    id: expect.any(String),
    operation: 'convert-image',
    from: 'jpg',
    to: 'webp',
    sizeBytes: 160,
    ownerName: ada.username,
    code: 'file-damaged',
    message,
    detail: expect.stringMatching(/\w+/),
    isFault: false,
    attempts: 1,
    failedAt: expect.any(String),
  })
  expect(found[0]?.detail).not.toContain(filesmith.settings.DATA_DIR)
  expect(JSON.stringify(found)).not.toContain('secret-holiday')
  expect(byCode).toContainEqual({ code: 'file-damaged', count: found.length, isFault: false })
  expect(await ada.json(apiPaths.conversion(found[0]?.id ?? ''))).not.toHaveProperty('errorDetail')
})

test('API-35 failures: filter by code, operation and cause, with pagination', async () => {
  await sql(
    `insert into conversions (id, owner_id, owner_plan, operation, upload_id, input_key, file_name, file_kind,
       original_format, converted_format, original_size, plan, job_id, status, error_code, created_at, finished_at, expires_at)
     select gen_random_uuid(), 'v_crowd', 'free', 'convert-audio', gen_random_uuid(), 'uploads/x', 'x', 'audio',
       'wav', 'mp3', 1, '{"steps":[]}', gen_random_uuid(), 'failed', 'internal', now(), now(), now() + interval '1 day'
     from generate_series(1, 120)`,
  )
  const faults = await failures('?isFault=true')
  expect(faults.failures.every(({ code, isFault }) => code === 'internal' && isFault)).toBe(true)
  expect((await failures('?isFault=false')).failures.map(({ code }) => code)).not.toContain('internal')
  expect((await failures('?code=file-damaged')).failures.map(({ operation }) => operation)).not.toContain(
    'convert-audio',
  )
  // Equal timestamps: the cursor also compares ids.
  const seen = new Set<string>()
  let page = await failures('?operation=convert-audio')
  let pages = 1
  for (; page.next !== null; pages += 1) {
    for (const { id } of page.failures) seen.add(id)
    page = await failures(`?operation=convert-audio&before=${page.next}`)
  }
  for (const { id } of page.failures) seen.add(id)
  expect([seen.size, pages]).toEqual([120, 3])
  expect((await operator.fetch(`${apiPaths.adminFailures}?before=!`)).status).toBe(400)
  expect((await operator.fetch(`${apiPaths.adminFailures}?isFault=perhaps`)).status).toBe(400)
})

test('API-35 storage: reports location, largest owners and expiry by day', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const image = await drawPng()
  await ada.upload(image, 'a.png')
  const visitor = createVisitor(filesmith.baseUrl)
  await visitor.upload(image, 'b.png')
  const storage = await operator.json<AdminStorage>(apiPaths.adminStorage)
  expect(storage).toMatchObject({ kind: 'disk', place: `${filesmith.settings.DATA_DIR}/storage` })
  expect(storage.freeBytes).toBeGreaterThan(0)
  expect(storage.totalBytes).toBeGreaterThan(storage.freeBytes ?? 0)
  expect(storage.databaseBytes).toBeGreaterThan(1_000_000)
  const storedBytes = storage.uploads.bytes + storage.results.bytes
  expect(storage.byDay.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(storedBytes)
  expect(storage.largestOwners).toContainEqual({ name: ada.username, files: 1, bytes: image.length })
  expect(storage.largestOwners.some(({ name }) => /^Visitor [0-9a-f]{8}$/.test(name))).toBe(true)
  expect((await operator.find(ada)).storedBytes).toBe(image.length)
})

test('API-35 audit log: is paginated, read-only, and removed after its retention time', async () => {
  await sql(
    `insert into audit_entries (id, at, actor, action, target)
     select gen_random_uuid(), date_trunc('milliseconds', now() - n * interval '1 minute'), 'ada', 'engine-on', 'pdf'
     from generate_series(1, 60) n`,
  )
  await sql(
    `insert into audit_entries (id, at, actor, action) values (gen_random_uuid(), now() - interval '31 days', 'eve', 'engine-on')`,
  )
  const first = await operator.json<{ entries: object[]; next: string }>(
    `${apiPaths.adminAudit}?action=engine-on`,
  )
  const second = await operator.json<{ entries: object[]; next: null }>(
    `${apiPaths.adminAudit}?action=engine-on&before=${first.next}`,
  )
  expect(first.entries).toHaveLength(50)
  expect(second.entries.length).toBeGreaterThanOrEqual(10)
  expect((await operator.fetch(`${apiPaths.adminAudit}?action=moon-painted`)).status).toBe(400)
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    expect((await operator.fetch(apiPaths.adminAudit, { method })).status).toBe(404)
  await expect
    .poll(() => sql(`select 1 from audit_entries where actor = 'eve'`), { timeout: 20_000 })
    .toEqual([])
  expect(await sql(`select 1 from audit_entries where actor = 'ada'`)).toHaveLength(60)
})
