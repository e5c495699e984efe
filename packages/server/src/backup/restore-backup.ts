/** Restores a backup: it is verified first, and until the database is committed any error leaves the installation unchanged. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { openRestoreTarget, type RestoreTarget } from '../database/restore-target.ts'
import { openStorage, provideDatabase } from '../open-services.ts'
import type { Storage } from '../ports/storage.ts'
import { BackupError } from './backup-error.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { checkVersion, thisSchema } from './check-version.ts'
import type { Manifest } from './manifest.ts'
import { restoreDatabase } from './restore-database.ts'
import { addObjects, replaceObjects } from './restore-objects.ts'

export interface RestoreOptions {
  readonly path: string
  /** Whether existing data may be replaced. */
  readonly isReplacing: boolean
}

export async function restoreBackup(
  settings: Settings,
  options: RestoreOptions,
  log: Logger,
): Promise<Manifest> {
  const backup = await checkBackup(options.path)
  checkVersion(backup.manifest, thisSchema())
  checkSecret(settings, backup)
  const address = await provideDatabase(settings, log)
  try {
    const target = await openRestoreTarget(address.url, { isEmbedded: settings.DATABASE_URL === undefined })
    const storage = await openStorage(settings)
    try {
      await checkTarget(target, storage, options)
      await replaceAll(settings, options.path, backup, target, storage)
      return backup.manifest
    } finally {
      await storage.close()
      await target.close()
    }
  } finally {
    await address.release()
  }
}

function checkSecret({ COOKIE_SECRET }: Settings, { cookieSecret }: CheckedBackup): void {
  if (COOKIE_SECRET === undefined || COOKIE_SECRET === cookieSecret) return
  throw new BackupError(
    'COOKIE_SECRET differs from that of this backup: all users would be signed out and encrypted values could not be decrypted. ' +
      'Set it to the value in the backup (tar -xOf backup.tar secrets.json) or leave it unset. Nothing was changed.',
  )
}

async function checkTarget(
  target: RestoreTarget,
  storage: Storage,
  { isReplacing }: RestoreOptions,
): Promise<void> {
  if ((await target.countOtherConnections()) > 0)
    throw new BackupError(
      'Filesmith is running on this database. Stop all of its processes first. Nothing was changed.',
    )
  if (isReplacing) return
  if (!(await target.isEmpty()))
    throw new BackupError(
      'This installation is not empty: it has accounts or files. Add --replace to replace all of it with the backup. Nothing was changed.',
    )
  for await (const { key } of storage.list(''))
    throw new BackupError(
      `The storage is not empty (it holds ${key}). Add --replace to restore anyway. Nothing was changed.`,
    )
}

async function replaceAll(
  settings: Settings,
  path: string,
  { manifest, cookieSecret }: CheckedBackup,
  target: RestoreTarget,
  storage: Storage,
): Promise<void> {
  const secretsPath = join(settings.DATA_DIR, 'secrets.json')
  const draftPath = `${secretsPath}.restoring`
  const objects = await addObjects(path, storage)
  try {
    await writeFile(draftPath, JSON.stringify({ cookieSecret }), { mode: 0o600 })
    await restoreDatabase(path, target.client, manifest)
  } catch (error) {
    await rm(draftPath, { force: true })
    await objects.undo()
    throw error
  }
  // The database is committed: from here on, errors are fixed by running the same command again.
  try {
    await rename(draftPath, secretsPath)
    await replaceObjects(path, storage, objects.differing)
  } catch (error) {
    throw new BackupError(
      `The database was restored, but not every file: ${String(error)}. Do not start Filesmith; run the same command again with --replace.`,
    )
  }
}
