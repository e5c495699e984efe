/** Writes a backup to a file, renamed into place when complete, or to standard output. */
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { openDump } from '../database/dump-database.ts'
import { knownMigrations } from '../database/known-migrations.ts'
import { openStorage } from '../open-services.ts'
import { provideDatabase } from '../provide-database.ts'
import { loadSecrets } from '../secrets.ts'
import { BackupError } from './backup-error.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'

const chunkBytes = 1024 * 1024

export async function backUpToFile(settings: Settings, path: string, log: Logger): Promise<Manifest> {
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another file name.`)
  const unfinishedPath = `${path}.unfinished`
  try {
    const out = createWriteStream(unfinishedPath, {
      flags: 'wx',
      mode: 0o600,
      flush: true,
      highWaterMark: chunkBytes,
    })
    const manifest = await backUp(settings, out, log)
    await rename(unfinishedPath, path)
    await syncFolder(dirname(path))
    return manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(
        `${unfinishedPath} exists: another backup is running, or one was interrupted. Remove it first.`,
      )
    await rm(unfinishedPath, { force: true })
    throw error
  }
}

export async function backUp(settings: Settings, out: Writable, log: Logger): Promise<Manifest> {
  const address = await provideDatabase(settings, log)
  try {
    const dump = await openDump(address.url)
    if (!dump) throw new BackupError('This database has no Filesmith schema: nothing to back up.')
    const storage = await openStorage(settings)
    try {
      const known = knownMigrations()
      if (dump.shape.migrations.some(({ hash }, index) => hash !== known[index]?.hash))
        throw new BackupError(
          'This database belongs to a newer version of Filesmith. Create the backup with that version.',
        )
      let manifest: Manifest | undefined
      const blocks = makeBackup({
        dump,
        storage,
        storageKind: settings.STORAGE,
        cookieSecret: settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret,
        filesmithVersion: readVersion(),
        onDone: done => (manifest = done),
      })
      await pipeline(Readable.from(blocks), out)
      if (!manifest) throw new Error('The backup ended before its manifest.')
      return manifest
    } finally {
      await storage.close()
      await dump.close()
    }
  } finally {
    await address.release()
  }
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(manifest.version)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
