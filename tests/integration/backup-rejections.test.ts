/** Backups that cannot be restored are rejected before anything is changed. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { type BackedUpSite, type Installation, startBackedUpSite } from '../support/backed-up-site.ts'
import { installationEnv, pack, restore, unpack, withManifest } from '../support/backup-commands.ts'
import { runSql } from '../support/member.ts'

vi.setConfig({ testTimeout: 180_000 })
const log = createLog('silent', 'test')
let site: BackedUpSite

beforeAll(async () => {
  site = await startBackedUpSite()
}, 120_000)
afterAll(() => site.stop())

/** Files, tables and users of an installation, to detect changes. */
async function describeInstallation({ DATA_DIR, DATABASE_URL }: Installation): Promise<unknown> {
  const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.sort().map(async path => [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ]),
  )
  const tables = await runSql(
    DATABASE_URL,
    `select table_schema, table_name from information_schema.tables where table_schema in ('public', 'drizzle') order by 1, 2`,
  )
  const hasUsers = tables.some(({ table_name: name }) => name === 'users')
  return { files, tables, users: hasUsers ? await runSql(DATABASE_URL, 'select * from users') : [] }
}

async function expectError(
  installation: Installation,
  path: string,
  message: string | RegExp,
  isReplacing = false,
): Promise<void> {
  const before = await describeInstallation(installation)
  await expect(restoreBackup(readSettings({ ...installation }), { path, isReplacing }, log)).rejects.toThrow(
    message,
  )
  expect(await describeInstallation(installation)).toEqual(before)
}

test('restoreBackup: a changed byte names the file and changes nothing', async () => {
  const bytes = await readFile(site.backupPath)
  const damagedPath = join(site.folder, 'damaged.tar')
  const at = bytes.indexOf(site.image.subarray(0, 512)) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(damagedPath, bytes)
  await expectError(
    await site.usedInstallation(),
    damagedPath,
    /objects\/uploads\/\S+ does not match its checksum/,
    true,
  )
})

test('restoreBackup: rejects a truncated backup', async () => {
  const installation = await site.emptyInstallation()
  const { size } = await stat(site.backupPath)
  for (const keptBytes of [size - 1024, size - 1600, Math.floor(size / 1024) * 512, 700, 0]) {
    const cutPath = join(site.folder, 'cut.tar')
    await writeFile(cutPath, await readFile(site.backupPath))
    await truncate(cutPath, keptBytes)
    await expectError(installation, cutPath, 'cannot be restored: it is truncated. Nothing was changed.')
  }
})

test('restoreBackup: rejects a backup with a missing file', async () => {
  const path = join(site.folder, 'fewer.tar')
  await pack(
    path,
    (await unpack(site.backupPath)).filter(({ name }) => !name.startsWith('objects/')),
  )
  await expectError(await site.emptyInstallation(), path, 'does not match its checksum')
})

test('restoreBackup: rejects a newer format version and a newer database schema', async () => {
  const installation = await site.emptyInstallation()
  const path = join(site.folder, 'newer.tar')
  await withManifest(site.backupPath, path, manifest => ({ ...manifest, formatVersion: 2 }))
  await expectError(installation, path, 'was created by a newer version of Filesmith')
  await withManifest(site.backupPath, path, manifest => ({
    ...manifest,
    filesmithVersion: '9.0.0',
    database: {
      ...manifest.database,
      migrations: [...manifest.database.migrations, { hash: 'of tomorrow', createdAt: 4_000_000_000_000 }],
    },
  }))
  await expectError(
    installation,
    path,
    'created by a newer version of Filesmith (9.0.0) with an unknown database schema',
  )
})

test('restoreBackup: rejects files that are not a backup', async () => {
  const path = join(site.folder, 'image.tar')
  await writeFile(path, site.image)
  await expectError(await site.emptyInstallation(), path, 'it is damaged, or not a tar archive')
  await expectError(await site.emptyInstallation(), join(site.folder, 'nowhere.tar'), 'File not found')
})

test('restore: rejects an installation that is not empty, and replaces it with --replace', async () => {
  const installation = await site.usedInstallation()
  await expectError(
    installation,
    site.backupPath,
    'This installation is not empty: it has accounts or files.',
  )
  await expectError(
    { ...installation, DATABASE_URL: (await site.emptyInstallation()).DATABASE_URL },
    site.backupPath,
    'The storage is not empty',
  )
  expect(await restore(installation, site.backupPath, '--replace')).toMatchObject({ exitCode: 0 })
  const users = await runSql<{ username: string }>(installation.DATABASE_URL, 'select username from users')
  expect(users).toEqual([{ username: site.member.username }])
  const secrets = join(installation.DATA_DIR, 'secrets.json')
  expect(await readFile(secrets, 'utf8')).toBe(
    await readFile(join(site.filesmith.settings.DATA_DIR, 'secrets.json'), 'utf8'),
  )
  expect((await stat(secrets)).mode & 0o777).toBe(0o600)
})

test('restoreBackup: rolls back on an error in the middle', async () => {
  const installation = await site.usedInstallation()
  const path = join(site.folder, 'wrong-rows.tar')
  await withManifest(site.backupPath, path, manifest => ({
    ...manifest,
    database: {
      ...manifest.database,
      tables: manifest.database.tables.map(table =>
        table.name === 'uploads' ? { ...table, rows: 7 } : table,
      ),
    },
  }))
  await expectError(installation, path, 'uploads has 1 rows, expected 7', true)
})

test('restore: rejects a running installation and a different COOKIE_SECRET', async () => {
  const installation = installationEnv(site.filesmith.settings) as Installation
  const running = await restore(installation, site.backupPath, '--replace')
  expect(running.stderr).toContain('Filesmith is running on this database. Stop all of its processes first')
  const secret = 'another secret than the one in the backup'
  const refused = await restore(
    { ...(await site.emptyInstallation()), COOKIE_SECRET: secret },
    site.backupPath,
  )
  expect(refused.stderr).toContain('COOKIE_SECRET differs from that of this backup')
  expect([running.exitCode, refused.exitCode]).toEqual([1, 1])
})
