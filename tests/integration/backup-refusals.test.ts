/** What cannot be restored is refused in clear words, before anything is changed. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { type BackedUpSite, type Place, startBackedUpSite } from '../support/backed-up-site.ts'
import { pack, placeOf, restore, unpack, withManifest } from '../support/backup-commands.ts'
import { runSql } from '../support/member.ts'

vi.setConfig({ testTimeout: 180_000 })
const log = createLog('silent', 'test')
let site: BackedUpSite

beforeAll(async () => {
  site = await startBackedUpSite()
}, 120_000)
afterAll(() => site.stop())

/** What a place holds, as far as anybody would miss it. */
async function describePlace({ DATA_DIR, DATABASE_URL }: Place): Promise<unknown> {
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
    `select table_schema, table_name from information_schema.tables where table_schema in ('public', 'pgboss', 'drizzle') order by 1, 2`,
  )
  const hasUsers = tables.some(({ table_name: name }) => name === 'users')
  return { files, tables, users: hasUsers ? await runSql(DATABASE_URL, 'select * from users') : [] }
}

async function expectRefusal(
  place: Place,
  path: string,
  words: string | RegExp,
  isReplacing = false,
): Promise<void> {
  const before = await describePlace(place)
  await expect(restoreBackup(readSettings({ ...place }), { path, isReplacing }, log)).rejects.toThrow(words)
  expect(await describePlace(place)).toEqual(before)
}

test('a backup in which one byte was changed names the file and changes nothing', async () => {
  const bytes = await readFile(site.backupPath)
  const damagedPath = join(site.folder, 'damaged.tar')
  const at = bytes.indexOf(site.image.subarray(0, 512)) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(damagedPath, bytes)
  await expectRefusal(
    await site.usedPlace(),
    damagedPath,
    /objects\/uploads\/\S+ does not match its checksum/,
    true,
  )
})

test('a backup that was cut off is refused, wherever it was cut', async () => {
  const place = await site.emptyPlace()
  const { size } = await stat(site.backupPath)
  for (const kept of [size - 1024, size - 1600, Math.floor(size / 1024) * 512, 700, 0]) {
    const cutPath = join(site.folder, 'cut.tar')
    await writeFile(cutPath, await readFile(site.backupPath))
    await truncate(cutPath, kept)
    await expectRefusal(place, cutPath, 'cannot be restored: it is truncated. Nothing was changed.')
  }
})

test('a backup from which a whole file was taken out is refused', async () => {
  const path = join(site.folder, 'fewer.tar')
  await pack(
    path,
    (await unpack(site.backupPath)).filter(({ name }) => !name.startsWith('objects/')),
  )
  await expectRefusal(await site.emptyPlace(), path, 'does not match its checksum')
})

test('a backup of a newer version is refused, by its format and by its database', async () => {
  const place = await site.emptyPlace()
  const path = join(site.folder, 'newer.tar')
  await withManifest(site.backupPath, path, manifest => ({ ...manifest, formatVersion: 2 }))
  await expectRefusal(place, path, 'was created by a newer version of Filesmith')
  await withManifest(site.backupPath, path, manifest => ({
    ...manifest,
    filesmithVersion: '9.0.0',
    database: {
      ...manifest.database,
      migrations: [...manifest.database.migrations, { hash: 'of tomorrow', createdAt: 4_000_000_000_000 }],
    },
  }))
  await expectRefusal(
    place,
    path,
    'created by a newer version of Filesmith (9.0.0) with an unknown database schema',
  )
})

test('what is no backup is refused', async () => {
  const path = join(site.folder, 'picture.tar')
  await writeFile(path, site.image)
  await expectRefusal(await site.emptyPlace(), path, 'it is damaged, or not a tar archive')
  await expectRefusal(await site.emptyPlace(), join(site.folder, 'nowhere.tar'), 'File not found')
})

test('a place that is not empty is kept, and becomes the backup when --replace is said', async () => {
  const place = await site.usedPlace()
  await expectRefusal(place, site.backupPath, 'This installation is not empty: it has accounts or files.')
  await expectRefusal(
    { ...place, DATABASE_URL: (await site.emptyPlace()).DATABASE_URL },
    site.backupPath,
    'The storage is not empty',
  )
  expect(await restore(place, site.backupPath, '--replace')).toMatchObject({ exitCode: 0 })
  const users = await runSql<{ username: string }>(place.DATABASE_URL, 'select username from users')
  expect(users).toEqual([{ username: site.member.username }])
  const secrets = join(place.DATA_DIR, 'secrets.json')
  expect(await readFile(secrets, 'utf8')).toBe(
    await readFile(join(site.filesmith.settings.DATA_DIR, 'secrets.json'), 'utf8'),
  )
  expect((await stat(secrets)).mode & 0o777).toBe(0o600)
})

test('a fault in the middle leaves what was there', async () => {
  const place = await site.usedPlace()
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
  await expectRefusal(place, path, 'uploads has 1 rows, expected 7', true)
})

test('nothing is restored under a Filesmith that runs, or with another secret', async () => {
  const place = placeOf(site.filesmith.settings) as Place
  const running = await restore(place, site.backupPath, '--replace')
  expect(running.stderr).toContain('Filesmith is running on this database. Stop all of its processes first')
  const secret = 'another secret than the one in the backup'
  const refused = await restore({ ...(await site.emptyPlace()), COOKIE_SECRET: secret }, site.backupPath)
  expect(refused.stderr).toContain('COOKIE_SECRET differs from that of this backup')
  expect([running.exitCode, refused.exitCode]).toEqual([1, 1])
})
