/** Restoring backups of older versions: migrated on restore, and rolled back if rows are invalid. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  knownMigrations,
  queueStatements,
} from '../../packages/server/src/adapters/postgres/known-migrations.ts'
import { manifestChecksum } from '../../packages/server/src/backup/manifest.ts'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
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

/** Creates the schema of the older version, with an older pg-boss schema that has another version and a dropped column. */
async function makeOlder(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(queueStatements())
    await client.query('update pgboss.version set version = version - 1')
    await client.query(`alter table pgboss.queue add column once_there text default 'something'`)
    await client.query(`select pgboss.create_queue('convert-short/any', '{"policy":"standard"}'::jsonb)`)
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
  expect(await runSql(url, 'select name from pgboss.queue')).toEqual([{ name: 'convert-short/any' }])
  const applied = await runSql<{ hash: string }>(
    url,
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  expect(applied.map(({ hash }) => hash)).toEqual(knownMigrations().map(({ hash }) => hash))
})

test('restoreBackup: reports rows rejected by the database and rolls back completely', async () => {
  const [older, installation] = [await newInstallation(), await newInstallation()]
  await makeOlder(older.DATABASE_URL ?? '')
  const path = join(folder, 'whole.tar')
  await backUpToFile(older, path, log)
  const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
  // All checksums are valid, as if a faulty version had written the backup.
  const rows = Buffer.from('not a user\n')
  const files = (await unpack(path)).map(file =>
    /public\.users\//.test(file.name) ? { ...file, content: rows } : file,
  )
  const listed = files.filter(({ name }) => !/^(?:checksums\/|manifest)/.test(name))
  const lines = listed.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('')
  const manifest = JSON.parse(String(files.find(({ name }) => name === 'manifest.json')?.content))
  const users = manifest.database.tables.find(({ name }: { name: string }) => name === 'users')
  Object.assign(users, { sizeBytes: rows.length, rows: 1 })
  manifest.checksumsSha256 = sha256(lines)
  const written = Buffer.from(JSON.stringify(manifest))
  const faultyPath = join(folder, 'faulty.tar')
  await pack(faultyPath, [
    ...listed,
    { name: 'checksums/000001.sha256', content: Buffer.from(lines) },
    { name: 'manifest.json', content: written },
    { name: 'manifest.json.sha256', content: Buffer.from(manifestChecksum(written)) },
  ])
  await expect(restoreBackup(installation, { path: faultyPath, isReplacing: false }, log)).rejects.toThrow(
    /missing data for column/,
  )
  expect(
    await runSql(
      installation.DATABASE_URL ?? '',
      `select 1 from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`,
    ),
  ).toEqual([])
  expect((await readdir(installation.DATA_DIR)).filter(name => name.startsWith('secrets'))).toEqual([])
})
