/** Backup and restore: a consistent online backup of a whole installation in one file, restored completely or not at all. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { composeWorker } from '../../packages/server/src/compose-worker.ts'
import { hashToken } from '../../packages/server/src/domain/accounts/make-token.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { backUp, installationEnv, restore, unpack } from '../support/backup-commands.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawJpeg } from '../support/images.ts'
import { asMember, createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const log = createLog('silent', 'test')
/** Commands run sequentially, and each loads the whole server. */
const timeoutMs = 180_000
let filesmith: TestFilesmith
let worker: Awaited<ReturnType<typeof composeWorker>> | undefined
let folder: string
let member: Member
let resultId: string
let result: Buffer
let usedBefore: number
const invitationToken = randomUUID()
const databases: TestDatabase[] = []

/** Backup of an installation with a finished, a queued and a running conversion. */
let backupPath: string
let busyBackupPath: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-backup-'))
  filesmith = await startFilesmith({}, { hasWorker: false })
  worker = await composeWorker(filesmith.settings, log)
  member = await createMember(filesmith.baseUrl)
  const accepted = await askForImage(member)
  await member.follow(accepted)
  resultId = accepted.id
  result = await download(member, resultId)
  await member.post(apiPaths.contact, {
    name: 'Anna Berg',
    email: 'anna@example.org',
    subject: 'A question',
    message: 'Hello, how large may a video be?',
  })
  await runSql(
    filesmith.databaseUrl,
    `insert into api_keys (id, account_id, name, prefix, key_hash, scopes, created_at)
     select gen_random_uuid(), id, 'build server', 'fs_test', $1, '["jobs:read"]', now() from users where username = $2`,
    [randomUUID(), member.username],
  )

  await runSql(
    filesmith.databaseUrl,
    `insert into invitations (id, token_hash, email, created_by, created_at, expires_at)
     select gen_random_uuid(), $1, 'grace@example.org', username, now(), now() + interval '1 day' from users where username = $2`,
    [hashToken(invitationToken), member.username],
  )

  busyBackupPath = join(folder, 'busy.tar')
  const asked = await Promise.all(Array.from({ length: 8 }, () => askForImage(member)))
  const [outcome] = await Promise.all([
    backUp(installationEnv(filesmith.settings), busyBackupPath),
    ...asked.map(one => member.follow(one)),
  ])
  expect(outcome).toMatchObject({ exitCode: 0 })

  await worker.close()
  worker = undefined
  await askForImage(member)
  const running = await askForImage(member)
  // The state of a conversion that a worker is processing.
  await runSql(
    filesmith.databaseUrl,
    `update conversions set status = 'running', stage = 'starting', attempt = attempt + 1, started_at = now() where id = $1`,
    [running.id],
  )
  await runSql(
    filesmith.databaseUrl,
    `update jobs set state = 'running', attempt = 1, lease_until = now() + interval '10 seconds'
     where id = (select job_id from conversions where id = $1)`,
    [running.id],
  )
  usedBefore = (await member.json<Usage>('/api/usage')).today.used
  backupPath = join(folder, 'backup.tar')
  expect(await backUp(installationEnv(filesmith.settings), backupPath)).toMatchObject({ exitCode: 0 })
}, timeoutMs)

afterAll(async () => {
  await worker?.close()
  await filesmith.stop()
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function askForImage(who: Member) {
  const uploadId = await who.upload(await drawJpeg(), 'photo.jpg')
  return who.convertAsync(uploadId, { outputFormat: 'png' })
}

async function download(who: Pick<Member, 'fetch'>, conversionId: string): Promise<Buffer> {
  const reply = await who.fetch(apiPaths.download(conversionId))
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

async function createInstallation(): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const database = await createTestDatabase()
  databases.push(database)
  return { DATA_DIR: await mkdtemp(join(folder, 'installation-')), DATABASE_URL: database.url }
}

const countsSql = `
  select (select count(*)::int from conversions) as conversions,
    (select count(*)::int from conversions where status = 'succeeded') as succeeded,
    (select count(*)::int from conversions where charged_on is not null) as charged,
    (select coalesce(sum(used), 0)::int from usage_counters where period = 'day' and holder like 'u\\_%') as used,
    (select count(*)::int from users) as users, (select count(*)::int from api_keys) as keys,
    (select count(*)::int from contact_messages) as messages`

async function countsOf(url: string): Promise<Record<string, number>> {
  const [row] = await runSql<Record<string, number>>(url, countsSql)
  return row ?? {}
}

async function untilAllSucceeded(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { conversions, succeeded } = await countsOf(url)
      expect(succeeded).toBe(conversions)
    },
    { timeout: 60_000, interval: 200 },
  )
}

test(
  'restore: into an empty folder and another database; sessions, files and jobs continue',
  async () => {
    const installation = await createInstallation()
    expect(await restore(installation, backupPath)).toMatchObject({ exitCode: 0 })
    expect(await countsOf(installation.DATABASE_URL)).toMatchObject({ users: 1, keys: 1, messages: 1 })
    const before = await countsOf(installation.DATABASE_URL)
    const restored = await startFilesmith({ ...installation, SIGN_UP: 'invite' })
    try {
      // Sessions are preserved.
      const sameBrowser = createVisitor(restored.baseUrl, { cookie: member.cookies.header() })
      expect(await download(sameBrowser, resultId)).toEqual(result)
      const again = asMember(createVisitor(restored.baseUrl), member)
      const signedIn = await again.post(apiPaths.login, {
        username: member.username,
        password: member.password,
      })
      expect(signedIn.status).toBe(200)
      expect(await download(again, resultId)).toEqual(result)
      // Invitations can still be accepted.
      const guest = { ...newCredentials(), email: 'grace@example.org', invitation: invitationToken }
      expect((await createVisitor(restored.baseUrl).post(apiPaths.register, guest)).status).toBe(201)
      await untilAllSucceeded(installation.DATABASE_URL)
      expect((await again.json<Usage>('/api/usage')).today.used).toBe(usedBefore)
      expect(await countsOf(installation.DATABASE_URL)).toMatchObject({
        charged: before.charged,
        used: before.used,
      })
      // Only the conversion that was running gets a second attempt.
      const attempts = await runSql<{ attempt: number }>(
        installation.DATABASE_URL,
        'select attempt from conversions order by created_at desc limit 2',
      )
      expect(attempts.map(({ attempt }) => attempt)).toEqual([2, 1])
    } finally {
      await restored.stop()
    }
  },
  timeoutMs,
)

test(
  'backup: is a consistent snapshot under load; every conversion finishes once, and the allowance is exact',
  async () => {
    const installation = await createInstallation()
    expect(await restore(installation, busyBackupPath)).toMatchObject({ exitCode: 0 })
    const before = await countsOf(installation.DATABASE_URL)
    expect(before.used).toBe(before.conversions)
    const restored = await startFilesmith(installation)
    try {
      await untilAllSucceeded(installation.DATABASE_URL)
      expect(await countsOf(installation.DATABASE_URL)).toMatchObject({
        conversions: before.conversions,
        charged: before.charged,
        used: before.used,
      })
    } finally {
      await restored.stop()
    }
  },
  timeoutMs,
)

test(
  'backup, restore: with the embedded database, and rejected while it is in use',
  async () => {
    const installation = { DATA_DIR: await mkdtemp(join(folder, 'embedded-')), DATABASE_URL: '' }
    // Created beforehand without fsync, because tests need no durability.
    const embedded = await startEmbeddedPostgres({ dataDir: installation.DATA_DIR, log, isDurable: false })
    await embedded.stop()
    expect(await restore(installation, backupPath)).toMatchObject({ exitCode: 0 })
    const restored = await startFilesmith(installation, { hasWorker: false })
    const secondPath = join(folder, 'second.tar')
    try {
      const sameBrowser = createVisitor(restored.baseUrl, { cookie: member.cookies.header() })
      expect(await download(sameBrowser, resultId)).toEqual(result)
      expect(await backUp(installation, secondPath)).toMatchObject({ exitCode: 0 })
      const refused = await restore(installation, backupPath, '--replace')
      expect(refused.exitCode).toBe(1)
      expect(refused.stderr).toContain(
        'Filesmith is running on this database. Stop all of its processes first',
      )
    } finally {
      await restored.stop()
    }
    const objects = async (path: string) =>
      (await unpack(path)).filter(({ name }) => name.startsWith('objects/'))
    expect(await objects(secondPath)).toEqual(await objects(backupPath))
  },
  timeoutMs,
)
