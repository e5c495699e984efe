/** Puts a backup in the place of an installation: checked first, and on any fault what was there is still there. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openRestoreTarget, type RestoreTarget } from '../adapters/postgres/restore-target.ts'
import type { Settings } from '../config.ts'
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
  /** Whether what is there may go. */
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
    'COOKIE_SECRET is not the one of this backup, so nobody would stay signed in and what it sealed could not be opened. ' +
      'Set it to the one in the backup (tar -xOf backup.tar secrets.json), or leave it unset. Nothing was changed.',
  )
}

async function checkTarget(
  target: RestoreTarget,
  storage: Storage,
  { isReplacing }: RestoreOptions,
): Promise<void> {
  if ((await target.othersConnected()) > 0)
    throw new BackupError(
      'Filesmith is running on this database. Stop every process of it, then restore. Nothing was changed.',
    )
  if (isReplacing) return
  if (!(await target.isEmpty()))
    throw new BackupError(
      'This installation is not empty: it has accounts or files. To replace all of it by the backup, add --replace. Nothing was changed.',
    )
  for await (const { key } of storage.list(''))
    throw new BackupError(
      `The storage is not empty (it holds ${key}). To restore into it all the same, add --replace. Nothing was changed.`,
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
  // The database counts from here on: what is left to do can be done again by the same command.
  try {
    await rename(draftPath, secretsPath)
    await replaceObjects(path, storage, objects.differing)
  } catch (error) {
    throw new BackupError(
      `The database was restored, but not every file: ${String(error)}. Do not start Filesmith; run the same command again with --replace.`,
    )
  }
}
