/** Restores a backup: it is verified first, and until the database is committed any error leaves the installation unchanged. */

import { createHash } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { knownMigrations } from '../database/known-migrations.ts'
import { type DatabaseLoader, loadDatabase, type TableLoader } from '../database/load-database.ts'
import { openRestoreTarget, type RestoreTarget } from '../database/restore-target.ts'
import { openStorage } from '../open-services.ts'
import type { Storage } from '../ports/storage.ts'
import { provideDatabase } from '../provide-database.ts'
import { BackupError } from './backup-error.ts'
import { type CheckedBackup, checkBackup, readBackup } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import { databaseFolder, objectsFolder, tableFolder } from './manifest.ts'
import type { FileInTar } from './read-tar.ts'

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

/** Checks whether this version can restore a backup: older schemas are migrated, newer ones are rejected. */
export function thisSchema(): readonly string[] {
  return knownMigrations().map(({ hash }) => hash)
}

export function checkVersion({ filesmithVersion, database }: Manifest, knownHashes: readonly string[]): void {
  if (database.migrations.every(({ hash }, index) => hash === knownHashes[index])) return
  throw new BackupError(
    `This backup was created by a newer version of Filesmith (${filesmithVersion}) with an unknown database schema. ` +
      'Restore it with that version or a later one. Nothing was changed.',
  )
}

type Table = Manifest['database']['tables'][number]

/** Loads the tables of a backup in archive order and verifies the row counts. */
async function restoreDatabase(path: string, client: pg.Client, manifest: Manifest): Promise<void> {
  const loader = await loadDatabase(client, manifest.database)
  try {
    await loadTables(path, loader, manifest)
    await loader.commit(manifest.objects.missingKeys)
  } catch (error) {
    // If the connection is lost, the server rolls back by itself.
    await loader.rollback().catch(() => undefined)
    throw error
  }
}

async function loadTables(path: string, loader: DatabaseLoader, { database }: Manifest): Promise<void> {
  let loading: { table: Table; rows: TableLoader } | undefined
  const finish = async () => {
    if (!loading) return
    const { table, rows } = loading
    const count = await rows.finish()
    if (count !== table.rows) throw new Error(`${table.name} has ${count} rows, expected ${table.rows}.`)
  }
  try {
    for await (const file of readBackup(path)) {
      if (file.name.startsWith(objectsFolder)) break
      if (!file.name.startsWith(databaseFolder)) continue
      const table = findTable(database.tables, file.name)
      if (loading?.table !== table) {
        await finish()
        loading = { table, rows: await loader.beginTable(table) }
      }
      for await (const chunk of file.content) await loading.rows.write(chunk)
    }
    await finish()
  } catch (error) {
    await loading?.rows.abort()
    throw error
  }
}

function findTable(tables: readonly Table[], fileName: string): Table {
  const table = tables.find(candidate => fileName.startsWith(tableFolder(candidate)))
  if (!table) throw new Error(`${fileName} is not in the manifest.`)
  return table
}

interface RestoredObjects {
  /** Keys that exist with other content; they can only be replaced. */
  readonly differing: ReadonlySet<string>
  /** Removes the added objects. */
  undo(): Promise<void>
}

/** Restores objects in two phases: missing ones are added first, existing ones with other content are replaced after the commit. */
async function addObjects(path: string, storage: Storage): Promise<RestoredObjects> {
  const added: string[] = []
  const differing = new Set<string>()
  const undo = async () => {
    for (const key of added) await storage.remove(key)
  }
  try {
    for await (const { key, file } of objectsOf(path)) {
      const present = await storage.stat(key)
      if (present === undefined) {
        added.push(key)
        await storage.write(key, Readable.from(file.content))
      } else if (present.sizeBytes !== file.sizeBytes || !(await hasSameContent(storage, key, file))) {
        differing.add(key)
      }
    }
    return { differing, undo }
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  }
}

async function replaceObjects(path: string, storage: Storage, keys: ReadonlySet<string>): Promise<void> {
  if (keys.size === 0) return
  for await (const { key, file } of objectsOf(path))
    if (keys.has(key)) await storage.write(key, Readable.from(file.content))
}

async function* objectsOf(path: string): AsyncGenerator<{ key: string; file: FileInTar }> {
  for await (const file of readBackup(path))
    if (file.name.startsWith(objectsFolder)) yield { key: file.name.slice(objectsFolder.length), file }
}

async function hasSameContent(storage: Storage, key: string, file: FileInTar): Promise<boolean> {
  return (await sha256Of(await storage.read(key))) === (await sha256Of(file.content))
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
