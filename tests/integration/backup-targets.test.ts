/** Backup sources and targets: files, pipes, disk storage, S3 buckets, and storages that are not empty. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startS3Server } from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { restoreBackup } from '../../packages/server/src/backup/restore-backup.ts'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { type BackedUpSite, startBackedUpSite } from '../support/backed-up-site.ts'
import { backUp, installationEnv, restore } from '../support/backup-commands.ts'
import { runSql } from '../support/member.ts'
import { runServerProgram } from '../support/run-server-program.ts'

vi.setConfig({ testTimeout: 180_000 })
const log = createLog('silent', 'test')
let site: BackedUpSite

beforeAll(async () => {
  site = await startBackedUpSite()
}, 120_000)
afterAll(() => site.stop())

test('restoreBackup: overwrites a stored file with the same key and other content', async () => {
  const installation = readSettings({ ...(await site.emptyInstallation()) })
  await restoreBackup(installation, { path: site.backupPath, isReplacing: false }, log)
  const uploads = join(installation.DATA_DIR, 'storage', 'objects', 'uploads')
  const [name = ''] = await readdir(uploads)
  await writeFile(join(uploads, name), Buffer.alloc(site.image.length, 'other'))
  await restoreBackup(installation, { path: site.backupPath, isReplacing: true }, log)
  expect(await readFile(join(uploads, name))).toEqual(site.image)
})

test('backUpToFile: lists files that disappeared during the backup, and the restore expires their records', async () => {
  const installation = readSettings({ ...(await site.usedInstallation()) })
  const uploads = join(installation.DATA_DIR, 'storage', 'objects', 'uploads')
  for (const name of await readdir(uploads)) await rm(join(uploads, name))
  const path = join(site.folder, 'gone.tar')
  const manifest = await backUpToFile(installation, path, log)
  expect(manifest.objects).toMatchObject({ count: 0, missingKeys: [expect.stringMatching(/^uploads\//)] })
  await restoreBackup(installation, { path, isReplacing: true }, log)
  const expiredSql = 'select expires_at <= now() as "isOver" from uploads'
  expect(await runSql(installation.DATABASE_URL ?? '', expiredSql)).toEqual([{ isOver: true }])
})

test('backup: is private to its owner, never overwrites a file, and is readable by tar and sha256sum', async () => {
  expect((await stat(site.backupPath)).mode & 0o777).toBe(0o600)
  const again = await backUp(installationEnv(site.filesmith.settings), site.backupPath)
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: `${site.backupPath} already exists. Choose another file name.\n`,
  })
  const unpacked = await mkdtemp(join(site.folder, 'unpacked-'))
  const run = promisify(execFile)
  await run('tar', ['-xf', site.backupPath, '-C', unpacked])
  const { stdout } = await run('sh', ['-c', 'cat checksums/*.sha256 *.sha256 | sha256sum --check --strict'], {
    cwd: unpacked,
  })
  expect(stdout).toMatch(/objects\/uploads\/\S+: OK/)
  expect(stdout).toContain('manifest.json: OK')
})

test('backup, restore: through stdout into S3, and from S3 to disk', async () => {
  const s3 = await startS3Server()
  const bucket = {
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  try {
    const piped = join(site.folder, 'piped.tar')
    const outcome = await runServerProgram(
      ['packages/server/src/main-backup.ts', '-'],
      installationEnv(site.filesmith.settings),
      piped,
    )
    expect(outcome.exitCode).toBe(0)
    const inBucket = { ...(await site.emptyInstallation()), ...bucket }
    expect(await restore(inBucket, piped)).toMatchObject({ exitCode: 0 })
    const fromBucket = join(site.folder, 'from-bucket.tar')
    expect(await backUp(inBucket, fromBucket)).toMatchObject({ exitCode: 0 })
    const onDisk = await site.emptyInstallation()
    expect(await restore(onDisk, fromBucket)).toMatchObject({ exitCode: 0 })
    const stored = await readdir(join(onDisk.DATA_DIR, 'storage', 'objects', 'uploads'))
    expect(await readFile(join(onDisk.DATA_DIR, 'storage', 'objects', 'uploads', stored[0] ?? ''))).toEqual(
      site.image,
    )
  } finally {
    await s3.close()
  }
})
