/** What cannot be restored is refused in clear words, before anything is changed. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startS3Server } from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { backUp, pack, placeOf, restore, unpack, withManifest } from '../support/backup-commands.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { createMember, type Member, runSql } from '../support/member.ts'
import { drawJpeg } from '../support/pictures.ts'
import { runServerProgram } from '../support/run-server-program.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

type Place = { readonly DATA_DIR: string; readonly DATABASE_URL: string }

const log = createLog('silent', 'test')
vi.setConfig({ testTimeout: 180_000 })
let filesmith: TestFilesmith
let folder: string
let member: Member
let picture: Buffer
let backupPath: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-backup-'))
  filesmith = await startFilesmith({}, { hasWorker: false })
  member = await createMember(filesmith.baseUrl)
  picture = await drawJpeg()
  await member.upload(picture, 'photo.jpg')
  backupPath = join(folder, 'backup.tar')
  expect(await backUp(placeOf(filesmith.settings), backupPath)).toMatchObject({ exitCode: 0 })
}, 120_000)

afterAll(async () => {
  await filesmith.stop()
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase()
  databases.push(database)
  return { DATA_DIR: await mkdtemp(join(folder, 'place-')), DATABASE_URL: database.url }
}

/** One with an account of its own and a file, whose processes have ended. */
async function usedPlace(): Promise<Place> {
  const place = await emptyPlace()
  const other = await startFilesmith(place, { hasWorker: false })
  const somebody = await createMember(other.baseUrl)
  await somebody.upload(await drawJpeg(64, 64), 'small.jpg')
  await other.stop()
  return place
}

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
  const bytes = await readFile(backupPath)
  const damagedPath = join(folder, 'damaged.tar')
  const at = bytes.indexOf(picture.subarray(0, 512)) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(damagedPath, bytes)
  await expectRefusal(
    await usedPlace(),
    damagedPath,
    /objects\/uploads\/\S+ is not as it was when it was written/,
    true,
  )
})

test('a backup that was cut off is refused, wherever it was cut', async () => {
  const place = await emptyPlace()
  const { size } = await stat(backupPath)
  for (const kept of [size - 1024, size - 1600, Math.floor(size / 1024) * 512, 700, 0]) {
    const cutPath = join(folder, 'cut.tar')
    await writeFile(cutPath, await readFile(backupPath))
    await truncate(cutPath, kept)
    await expectRefusal(place, cutPath, 'cannot be restored: it ends in the middle. Nothing was changed.')
  }
})

test('a backup from which a whole file was taken out is refused', async () => {
  const path = join(folder, 'fewer.tar')
  await pack(
    path,
    (await unpack(backupPath)).filter(({ name }) => !name.startsWith('objects/')),
  )
  await expectRefusal(await emptyPlace(), path, 'is not as it was when it was written')
})

test('a backup of a newer version is refused, by its format and by its database', async () => {
  const place = await emptyPlace()
  const path = join(folder, 'newer.tar')
  await withManifest(backupPath, path, manifest => ({ ...manifest, formatVersion: 2 }))
  await expectRefusal(place, path, 'was written by a newer version of Filesmith')
  await withManifest(backupPath, path, manifest => ({
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
    'made by a newer version of Filesmith (9.0.0), whose database this one does not know',
  )
})

test('what is no backup is refused', async () => {
  const path = join(folder, 'picture.tar')
  await writeFile(path, picture)
  await expectRefusal(await emptyPlace(), path, 'it is damaged, or not a tar archive')
  await expectRefusal(await emptyPlace(), join(folder, 'nowhere.tar'), 'There is no file')
})

test('a place that is not empty is kept, and becomes the backup when --replace is said', async () => {
  const place = await usedPlace()
  await expectRefusal(place, backupPath, 'This installation is not empty: it has accounts or files.')
  await expectRefusal(
    { ...place, DATABASE_URL: (await emptyPlace()).DATABASE_URL },
    backupPath,
    'The storage is not empty',
  )
  expect(await restore(place, backupPath, '--replace')).toMatchObject({ exitCode: 0 })
  const users = await runSql<{ username: string }>(place.DATABASE_URL, 'select username from users')
  expect(users).toEqual([{ username: member.username }])
  const secrets = join(place.DATA_DIR, 'secrets.json')
  expect(await readFile(secrets, 'utf8')).toBe(
    await readFile(join(filesmith.settings.DATA_DIR, 'secrets.json'), 'utf8'),
  )
  expect((await stat(secrets)).mode & 0o777).toBe(0o600)
})

test('a stored file of the same name and another content becomes that of the backup', async () => {
  const place = readSettings({ ...(await emptyPlace()) })
  await restoreBackup(place, { path: backupPath, isReplacing: false }, log)
  const uploads = join(place.DATA_DIR, 'storage', 'objects', 'uploads')
  const [name = ''] = await readdir(uploads)
  await writeFile(join(uploads, name), Buffer.alloc(picture.length, 'other'))
  await restoreBackup(place, { path: backupPath, isReplacing: true }, log)
  expect(await readFile(join(uploads, name))).toEqual(picture)
})

test('a file that was gone before it could be read is told, and its record is over after the restore', async () => {
  const place = readSettings({ ...(await usedPlace()) })
  const uploads = join(place.DATA_DIR, 'storage', 'objects', 'uploads')
  for (const name of await readdir(uploads)) await rm(join(uploads, name))
  const path = join(folder, 'gone.tar')
  const manifest = await backUpToFile(place, path, log)
  expect(manifest.objects).toMatchObject({ count: 0, missingKeys: [expect.stringMatching(/^uploads\//)] })
  await restoreBackup(place, { path, isReplacing: true }, log)
  const overSql = 'select expires_at <= now() as "isOver" from uploads'
  expect(await runSql(place.DATABASE_URL ?? '', overSql)).toEqual([{ isOver: true }])
})

test('a fault in the middle leaves what was there', async () => {
  const place = await usedPlace()
  const path = join(folder, 'wrong-rows.tar')
  await withManifest(backupPath, path, manifest => ({
    ...manifest,
    database: {
      ...manifest.database,
      tables: manifest.database.tables.map(table =>
        table.name === 'uploads' ? { ...table, rows: 7 } : table,
      ),
    },
  }))
  await expectRefusal(place, path, 'uploads has 1 rows instead of 7', true)
})

test('nothing is restored under a Filesmith that runs, or with another secret', async () => {
  const place = placeOf(filesmith.settings) as Place
  const running = await restore(place, backupPath, '--replace')
  expect(running.stderr).toContain('Filesmith is running on this database. Stop every process of it')
  const secret = 'another secret than the one in the backup'
  const refused = await restore({ ...(await emptyPlace()), COOKIE_SECRET: secret }, backupPath)
  expect(refused.stderr).toContain('COOKIE_SECRET is not the one of this backup')
  expect([running.exitCode, refused.exitCode]).toEqual([1, 1])
})

test('a backup is readable by its owner alone, overwrites nothing, and can be read by tar and sha256sum', async () => {
  expect((await stat(backupPath)).mode & 0o777).toBe(0o600)
  const again = await backUp(placeOf(filesmith.settings), backupPath)
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: `${backupPath} is there already; name a file that is not.\n`,
  })
  const unpacked = await mkdtemp(join(folder, 'unpacked-'))
  const run = promisify(execFile)
  await run('tar', ['-xf', backupPath, '-C', unpacked])
  const { stdout } = await run('sh', ['-c', 'cat checksums/*.sha256 *.sha256 | sha256sum --check --strict'], {
    cwd: unpacked,
  })
  expect(stdout).toMatch(/objects\/uploads\/\S+: OK/)
  expect(stdout).toContain('manifest.json: OK')
})

test('by way of the standard output into S3, and from there back to a disk', async () => {
  const s3 = await startS3Server()
  const bucket = {
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  try {
    const piped = join(folder, 'piped.tar')
    const outcome = await runServerProgram(
      ['packages/server/src/main-backup.ts', '-'],
      placeOf(filesmith.settings),
      piped,
    )
    expect(outcome.exitCode).toBe(0)
    const inBucket = { ...(await emptyPlace()), ...bucket }
    expect(await restore(inBucket, piped)).toMatchObject({ exitCode: 0 })
    const fromBucket = join(folder, 'from-bucket.tar')
    expect(await backUp(inBucket, fromBucket)).toMatchObject({ exitCode: 0 })
    const onDisk = await emptyPlace()
    expect(await restore(onDisk, fromBucket)).toMatchObject({ exitCode: 0 })
    const stored = await readdir(join(onDisk.DATA_DIR, 'storage', 'objects', 'uploads'))
    expect(await readFile(join(onDisk.DATA_DIR, 'storage', 'objects', 'uploads', stored[0] ?? ''))).toEqual(
      picture,
    )
  } finally {
    await s3.close()
  }
})
