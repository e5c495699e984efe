/** Restoring backups of older versions: migrated on restore, and rolled back if rows are invalid. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifestChecksum } from '../../packages/server/src/backup/manifest.ts'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { knownMigrations } from '../../packages/server/src/database/known-migrations.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { pack, unpack } from '../support/backup-commands.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { runSql } from '../support/member.ts'

const log = createLog('silent', 'test')
/** Number of migrations of the older version: with accounts and conversions, without receipts. */
const olderCount = 8
let folder: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-older-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function newInstallation() {
  const database = await createTestDatabase()
  databases.push(database)
  return readSettings({ DATA_DIR: await mkdtemp(join(folder, 'installation-')), DATABASE_URL: database.url })
}

/** Creates the schema of the older version. */
async function makeOlder(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create schema drizzle')
    await client.query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    for (const { sql, hash, folderMillis } of knownMigrations().slice(0, olderCount)) {
      for (const statement of sql) await client.query(statement)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
    await client.query(
      `insert into users (id, username, username_key, email, email_key, created_at)
       values ('u_1', $1, 'anna', 'anna@example.org', 'anna@example.org', now())`,
      ['Anna\t"\\N"\nBerg'],
    )
  } finally {
    await client.end()
  }
}

test('restoreBackup: migrates a backup of an older version without changing data', async () => {
  const [older, installation] = [await newInstallation(), await newInstallation()]
  await makeOlder(older.DATABASE_URL ?? '')
  const path = join(folder, 'older.tar')
  const manifest = await backUpToFile(older, path, log)
  expect(manifest.database.migrations).toHaveLength(olderCount)
  await restoreBackup(installation, { path, isReplacing: false }, log)
  const url = installation.DATABASE_URL ?? ''
  expect(await runSql(url, 'select username, operator_since from users')).toEqual([
    { username: 'Anna\t"\\N"\nBerg', operator_since: null },
  ])
  const applied = await runSql<{ hash: string }>(
    url,
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  expect(applied.map(({ hash }) => hash)).toEqual(knownMigrations().map(({ hash }) => hash))
})

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

type ArchiveFile = Awaited<ReturnType<typeof unpack>>[number]

/** Repacks an archive with other files and a changed manifest; all checksums are valid. */
async function repack(
  path: string,
  change: (files: ArchiveFile[], manifest: { database: { tables: object[] } }) => ArchiveFile[],
): Promise<string> {
  const files = await unpack(path)
  const manifest = JSON.parse(String(files.find(({ name }) => name === 'manifest.json')?.content))
  const listed = change(
    files.filter(({ name }) => !/^(?:checksums\/|manifest)/.test(name)),
    manifest,
  )
  const lines = listed.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('')
  manifest.checksumsSha256 = sha256(lines)
  const written = Buffer.from(JSON.stringify(manifest))
  const changedPath = `${path}.changed`
  await pack(changedPath, [
    ...listed,
    { name: 'checksums/000001.sha256', content: Buffer.from(lines) },
    { name: 'manifest.json', content: written },
    { name: 'manifest.json.sha256', content: Buffer.from(manifestChecksum(written)) },
  ])
  return changedPath
}

test('restoreBackup: reports rows rejected by the database and rolls back completely', async () => {
  const [older, installation] = [await newInstallation(), await newInstallation()]
  await makeOlder(older.DATABASE_URL ?? '')
  const path = join(folder, 'whole.tar')
  await backUpToFile(older, path, log)
  // As if a faulty version had written the backup.
  const rows = Buffer.from('not a user\n')
  const faultyPath = await repack(path, (files, manifest) => {
    const users = manifest.database.tables.find(table => 'name' in table && table.name === 'users')
    Object.assign(users ?? {}, { sizeBytes: rows.length, rows: 1 })
    return files.map(file => (/public\.users\//.test(file.name) ? { ...file, content: rows } : file))
  })
  await expect(restoreBackup(installation, { path: faultyPath, isReplacing: false }, log)).rejects.toThrow(
    /missing data for column/,
  )
  expect(
    await runSql(
      installation.DATABASE_URL ?? '',
      `select 1 from pg_tables where schemaname in ('public', 'drizzle')`,
    ),
  ).toEqual([])
  expect((await readdir(installation.DATA_DIR)).filter(name => name.startsWith('secrets'))).toEqual([])
})

test('restoreBackup: adopts the waiting jobs of a version that queued them with pg-boss', async () => {
  const [older, installation] = [await newInstallation(), await newInstallation()]
  await makeOlder(older.DATABASE_URL ?? '')
  const path = join(folder, 'with-jobs.tar')
  await backUpToFile(older, path, log)
  const columns = [
    'id',
    'name',
    'priority',
    'data',
    'state',
    'group_id',
    'group_tier',
    'created_on',
    'unknown',
  ]
  const time = '2026-11-01 10:00:00+00'
  const job = (id: number, name: string, state: string, data: object, group = ['\\N', '\\N']) =>
    [
      `00000000-0000-4000-8000-00000000000${id}`,
      name,
      5,
      JSON.stringify(data),
      state,
      ...group,
      time,
      'x',
    ].join('\t')
  const conversionId = '00000000-0000-4000-8000-000000000099'
  const mail = { kind: 'reset-password', email: 'anna@example.org' }
  const lines = [
    job(1, 'convert-short/magick.sharp', 'retry', { conversionId }, ['v_1', 'pro']),
    job(2, 'convert-long/any', 'active', { conversionId }, ['v_2', 'free']),
    job(3, 'mails', 'created', mail),
    job(4, 'mails', 'completed', mail),
    job(5, 'inspections', 'created', { uploadId: conversionId }),
  ]
  const content = Buffer.from(`${lines.join('\n')}\n`)
  const changed = await repack(path, (files, manifest) => {
    manifest.database.tables.push({
      schema: 'pgboss',
      name: 'job',
      columns,
      rows: lines.length,
      sizeBytes: content.length,
    })
    const lastTable = files.findLastIndex(({ name }) => name.startsWith('database/'))
    return files.toSpliced(lastTable + 1, 0, { name: 'database/pgboss.job/000001', content })
  })
  await restoreBackup(installation, { path: changed, isReplacing: false }, log)
  const url = installation.DATABASE_URL ?? ''
  expect(
    await runSql(
      url,
      'select queue, engines, priority, owner, owner_limit, payload, state from jobs order by id',
    ),
  ).toEqual([
    {
      queue: 'convert-short',
      engines: 'magick.sharp',
      priority: 5,
      owner: 'v_1',
      owner_limit: 10,
      payload: { conversionId },
      state: 'waiting',
    },
    {
      queue: 'convert-long',
      engines: '',
      priority: 5,
      owner: 'v_2',
      owner_limit: 1,
      payload: { conversionId },
      state: 'waiting',
    },
    {
      queue: 'send-mail',
      engines: '',
      priority: 5,
      owner: null,
      owner_limit: 0,
      payload: mail,
      state: 'waiting',
    },
  ])
})
