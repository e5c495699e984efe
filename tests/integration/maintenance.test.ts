/** Every maintenance task against a real database and storage: it changes what is due, and nothing else. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { engineIds } from '@filesmith/engines/registry'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../packages/server/src/config.ts'
import { openServices } from '../../packages/server/src/open-services.ts'
import { describeProcess } from '../../packages/server/src/worker/job-folder.ts'
import { type MaintenanceTask, maintenanceTasks } from '../../packages/server/src/worker/maintenance.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'

let folder: string
let database: TestDatabase
let services: Awaited<ReturnType<typeof openServices>>
let tasks: readonly MaintenanceTask[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-maintenance-'))
  database = await createReadyDatabase()
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: database.url })
  services = await openServices(settings, pino({ level: 'silent' }), 'worker')
  tasks = maintenanceTasks({
    ...services,
    jobsDir: join(folder, 'jobs'),
    sweepBilling: async () => ({ 'ended-plans': 1, 'closed-checkouts': 2 }),
    kept: {
      impressionsDays: 30,
      expiredDays: 30,
      contactsDays: 30,
      receiptsDays: 30,
      auditDays: 30,
      orphansMinutes: 0,
    },
  })
  await sql(`insert into users (id, username, username_key, email, email_key, created_at)
    values ('${account}', 'Ada', 'ada', 'ada@example.org', 'ada@example.org', now())`)
  await sql(`insert into webhook_endpoints (id, account_id, url, sealed_secret, events, created_at)
    values ('${endpoint}', '${account}', 'https://example.org/', 'sealed', '[]', now())`)
})
afterAll(async () => {
  await services.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const account = 'u_maintenance'
const endpoint = randomUUID()
const longAgo = `now() - interval '60 days'`
const yesterday = `now() - interval '1 day'`
const tomorrow = `now() + interval '1 day'`

const sql = (statement: string) => services.database.pool.query(statement)

interface Conversion {
  readonly status: string
  readonly expiresAt: string
  readonly resultKey?: string
  readonly jobId?: string
}

async function insertConversion({ status, expiresAt, resultKey, jobId = randomUUID() }: Conversion) {
  const id = randomUUID()
  await sql(`insert into conversions (id, owner_id, owner_plan, operation, upload_id, input_key, file_name, file_kind,
      original_format, converted_format, original_size, plan, job_id, status, result_key, created_at, expires_at)
    values ('${id}', 'v_1', 'free', 'convert-image', '${randomUUID()}', 'uploads/x', 'a.png', 'image', 'png', 'webp', 1,
      '{"version": 2, "steps": []}', '${jobId}', '${status}', ${resultKey ? `'${resultKey}'` : 'null'}, ${longAgo}, ${expiresAt})`)
  return id
}

const insertUpload = (expiresAt: string) =>
  sql(`insert into uploads (id, owner_id, file_name, declared_bytes, storage_key, created_at, completed_at, expires_at)
    values ('${randomUUID()}', 'v_1', 'a.png', 1, 'uploads/${randomUUID()}', ${longAgo}, ${longAgo}, ${expiresAt})`)

async function insertReceipt(requestedAt: string, expiresAt: string, deletedAt: string | null) {
  const id = randomUUID()
  await sql(`insert into receipts (conversion_id, owner_id, operation, requested_at)
    values ('${id}', 'v_1', 'convert-image', ${requestedAt})`)
  await sql(`insert into receipt_files (conversion_id, kind, stored_at, expires_at, deleted_at)
    values ('${id}', 'result', ${requestedAt}, ${expiresAt}, ${deletedAt})`)
}

const insertMessage = (createdAt: string, queuedAt: string, mailedAt: string | null) =>
  sql(`insert into contact_messages (id, name, email, subject, message, is_priority, is_suspected, created_at, queued_at,
      mailed_at)
    values ('${randomUUID()}', 'Ada', 'ada@example.org', 'Hello', 'Hello', false, false, ${createdAt}, ${queuedAt},
      ${mailedAt})`)

const insertChat = (operatorsUnreadSince: string | null, accountUnreadSince: string | null = null) =>
  sql(`insert into chats (account_id, revision, operators_unread_since, account_unread_since, last_message_at)
    values ('${account}', 10, ${operatorsUnreadSince}, ${accountUnreadSince}, now())
    on conflict (account_id) do update set operators_unread_since = excluded.operators_unread_since,
      account_unread_since = excluded.account_unread_since`)

const insertPipeline = (status: string, leaseUntil: string | null, expiresAt: string) =>
  sql(`insert into pipelines (id, account_id, request, status, progress, lease_until, created_at, expires_at)
    values ('${randomUUID()}', '${account}', '{"operations": [], "inputCount": 0, "tag": null, "sealed": null}',
      '${status}', '{"uploadIds": [], "step": 0, "isStepBegun": false, "results": []}', ${leaseUntil}, ${longAgo},
      ${expiresAt})`)

const insertDelivery = (createdAt: string, nextAttemptAt: string | null) =>
  sql(`insert into webhook_deliveries (id, endpoint_id, event, payload, next_attempt_at, created_at)
    values ('${randomUUID()}', '${endpoint}', 'job.succeeded', '{}', ${nextAttemptAt}, ${createdAt})`)

const insertJob = (queue: string, createdAt: string, engines = '', id: string = randomUUID()) =>
  sql(`insert into jobs (id, queue, engines, payload, retries_left, due_at, created_at)
    values ('${id}', '${queue}', '${engines}', '{}', 1, ${createdAt}, ${createdAt})`)

/** Conversions count as lost when two runs in a row find no job. */
const runsUntilDone: Readonly<Record<string, number>> = { 'lost-conversions': 2 }

/** For each task: inserts one item that is due, or as many as given, and one like it that is not. */
const cases: Readonly<Record<string, { readonly insert: () => Promise<unknown>; readonly due?: number }>> = {
  'orphaned-job-folders': {
    insert: async () => {
      const running = await describeProcess('self')
      const ended = running?.replace(/_\d+$/, '_0')
      for (const name of [running, ended]) await mkdir(join(folder, 'jobs', `${name}-x`), { recursive: true })
    },
  },
  'expired-conversions': {
    insert: async () => {
      await insertConversion({ status: 'succeeded', expiresAt: yesterday, resultKey: 'results/due/1' })
      await insertConversion({ status: 'succeeded', expiresAt: tomorrow, resultKey: 'results/kept/1' })
    },
  },
  'expired-uploads': {
    insert: async () => {
      await insertUpload(yesterday)
      await insertUpload(tomorrow)
    },
  },
  'overdue-receipts': {
    insert: async () => {
      await insertReceipt(yesterday, yesterday, null)
      await insertReceipt(yesterday, tomorrow, null)
    },
  },
  'orphaned-objects': {
    insert: async () => {
      await services.storage.write(`uploads/${randomUUID()}`, Readable.from([Buffer.from('orphan')]))
      const id = randomUUID()
      await services.storage.write(`uploads/${id}`, Readable.from([Buffer.from('known')]))
      await sql(`insert into uploads (id, owner_id, file_name, declared_bytes, storage_key, created_at, expires_at)
        values ('${id}', 'v_1', 'a.png', 5, 'uploads/${id}', now(), ${tomorrow})`)
    },
  },
  'lost-conversions': {
    insert: async () => {
      await insertConversion({ status: 'queued', expiresAt: tomorrow })
      const jobId = randomUUID()
      await insertJob('convert-short', 'now()', '', jobId)
      await insertConversion({ status: 'queued', expiresAt: tomorrow, jobId })
    },
  },
  'stranded-conversions': {
    insert: async () => {
      const available = engineIds.map(engine => ({
        engine,
        isAvailable: engine !== 'sharp',
        reason: null,
        hasJobQueue: true,
      }))
      await services.workers.announce(randomUUID(), available)
      for (const engines of ['sharp', 'magick']) {
        const jobId = randomUUID()
        await insertJob('convert-short', longAgo, engines, jobId)
        await insertConversion({ status: 'queued', expiresAt: tomorrow, jobId })
      }
    },
  },
  'old-conversions': {
    insert: async () => {
      await insertConversion({ status: 'expired', expiresAt: longAgo })
      await insertConversion({ status: 'expired', expiresAt: yesterday })
    },
  },
  'old-receipts': {
    insert: async () => {
      await insertReceipt(longAgo, longAgo, longAgo)
      await insertReceipt(longAgo, longAgo, yesterday)
    },
  },
  'old-impressions': {
    insert: async () => {
      for (const createdAt of [longAgo, yesterday])
        await sql(`insert into ad_impressions (id, address_hash, ad_unit_id, page_url, ad_position, device_type, created_at)
          values ('${randomUUID()}', 'hash', 'unit', '/', 'left', 'desktop', ${createdAt})`)
    },
  },
  'old-contact-messages': {
    insert: async () => {
      await insertMessage(longAgo, longAgo, longAgo)
      await insertMessage(yesterday, yesterday, yesterday)
    },
  },
  'unsent-contact-messages': {
    insert: async () => {
      await insertMessage(yesterday, yesterday, null)
      await insertMessage('now()', 'now()', null)
    },
  },
  'old-chat-messages': {
    insert: async () => {
      await insertChat(null)
      for (const [position, createdAt] of [longAgo, yesterday].entries())
        await sql(`insert into chat_messages (account_id, position, author, text, created_at)
          values ('${account}', ${position + 2}, 'account', 'Hello', ${createdAt})`)
    },
  },
  'unread-chats': {
    insert: () => insertChat(`now() - interval '6 minutes'`, 'now()'),
  },
  'old-audit-entries': {
    insert: async () => {
      for (const at of [longAgo, yesterday])
        await sql(
          `insert into audit_entries (id, at, actor, action) values ('${randomUUID()}', ${at}, 'Ada', 'test')`,
        )
    },
  },
  'ended-sessions': {
    insert: async () => {
      for (const expiresAt of [yesterday, tomorrow])
        await sql(`insert into sessions (id, token_hash, account_id, is_remembered, device, created_at, seen_at, expires_at)
          values ('${randomUUID()}', '${randomUUID()}', '${account}', true, 'Test', now(), now(), ${expiresAt})`)
    },
  },
  'expired-devices': {
    insert: async () => {
      for (const expiresAt of [yesterday, tomorrow])
        await sql(`insert into known_devices (token_hash, account_id, created_at, used_at, expires_at)
          values ('${randomUUID()}', '${account}', now(), now(), ${expiresAt})`)
    },
  },
  'expired-revocations': {
    insert: async () => {
      for (const expiresAt of [yesterday, tomorrow])
        await sql(
          `insert into revoked_visitors (visitor_id, expires_at) values ('v_${randomUUID()}', ${expiresAt})`,
        )
    },
  },
  'expired-links': {
    insert: async () => {
      for (const expiresAt of [yesterday, tomorrow])
        await sql(`insert into account_tokens (token_hash, account_id, purpose, expires_at)
          values ('${randomUUID()}', '${account}', 'verify-email', ${expiresAt})`)
    },
  },
  'expired-invitations': {
    insert: async () => {
      for (const expiresAt of [yesterday, tomorrow])
        await sql(`insert into invitations (id, token_hash, created_by, created_at, expires_at)
          values ('${randomUUID()}', '${randomUUID()}', 'ada', now(), ${expiresAt})`)
    },
  },
  'expired-set-up-links': {
    insert: async () => {
      await sql(`insert into set_up_links (id, token_hash, expires_at)
        values (1, 'x', ${yesterday}), (2, 'y', ${tomorrow})`)
    },
  },
  'expired-attempt-counters': {
    insert: async () => {
      for (const endsAt of [yesterday, tomorrow])
        await sql(`insert into attempts (key, count, ends_at) values ('${randomUUID()}', 1, ${endsAt})`)
    },
  },
  'outdated-jobs': {
    insert: async () => {
      await insertJob('translate-text', longAgo)
      await insertJob('translate-text', 'now()')
    },
  },
  'unqueued-pipelines': {
    insert: async () => {
      await insertPipeline('queued', null, tomorrow)
      await insertPipeline('running', tomorrow, tomorrow)
    },
  },
  'unqueued-deliveries': {
    insert: async () => {
      await insertDelivery(yesterday, yesterday)
      await insertDelivery(yesterday, tomorrow)
    },
  },
  'unfinished-cleanups': {
    insert: async () => {
      await insertPipeline('failed', yesterday, tomorrow)
      await insertPipeline('failed', tomorrow, tomorrow)
    },
  },
  'old-pipelines': {
    insert: async () => {
      await insertPipeline('succeeded', null, yesterday)
      await insertPipeline('succeeded', null, tomorrow)
    },
  },
  'old-deliveries': {
    insert: async () => {
      await insertDelivery(longAgo, null)
      await insertDelivery(yesterday, null)
    },
  },
  'old-idempotent-calls': {
    insert: async () => {
      for (const createdAt of [longAgo, 'now()'])
        await sql(`insert into idempotent_calls (account_id, key, fingerprint, created_at)
          values ('${account}', '${randomUUID()}', 'x', ${createdAt})`)
    },
  },
  'billing-checks': { insert: async () => undefined, due: 3 },
  'old-usage-counters': {
    insert: async () => {
      for (const startsOn of [`now() - interval '900 days'`, 'now()'])
        await sql(`insert into usage_counters (holder, period, starts_on, used)
          values ('${randomUUID()}', 'day', ${startsOn}, 1)`)
    },
  },
}

test('maintenanceTasks: every task has a case here', () => {
  expect(Object.keys(cases).toSorted()).toEqual(tasks.map(({ name }) => name).toSorted())
})

test.each(Object.entries(cases))('maintenance task %s', async (name, { insert, due = 1 }) => {
  const run = tasks.find(task => task.name === name)?.run ?? (() => Promise.reject(new Error('no such task')))
  // What the cases before left is not counted here.
  await run()
  await insert()
  for (let early = 1; early < (runsUntilDone[name] ?? 1); early++) expect(await run()).toBe(0)
  expect(await run()).toBe(due)
  if (name !== 'billing-checks') expect(await run()).toBe(0)
})

test('maintenance task lost-conversions: leaves those of a worker of the previous version alone', async () => {
  const run = tasks.find(task => task.name === 'lost-conversions')?.run
  const older = randomUUID()
  await services.workers.announce(older, [{ engine: 'sharp', isAvailable: true, reason: null }])
  await insertConversion({ status: 'queued', expiresAt: tomorrow })
  expect([await run?.(), await run?.()]).toEqual([0, 0])
  await services.workers.withdraw(older)
  expect([await run?.(), await run?.()]).toEqual([0, 1])
})
