/** Opens the adapters of the admin area. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { engineIds } from '@filesmith/engines/registry'
import type { Database } from './adapters/postgres/database.ts'
import { createPostgresAuditLog } from './adapters/postgres/postgres-audit-log.ts'
import { createPostgresEngineSwitches } from './adapters/postgres/postgres-engine-switches.ts'
import { createPostgresFailureList } from './adapters/postgres/postgres-failure-list.ts'
import { createPostgresLoadFigures } from './adapters/postgres/postgres-load-figures.ts'
import { createPostgresMessageInbox } from './adapters/postgres/postgres-message-inbox.ts'
import { createPostgresStorageFigures } from './adapters/postgres/postgres-storage-figures.ts'
import { createPostgresUserDirectory } from './adapters/postgres/postgres-user-directory.ts'
import { type Settings, s3Access } from './config.ts'
import type { AdminDeps } from './domain/administration/list-page.ts'
import type { StorageLocation } from './ports/storage-figures.ts'

export function openAdministration(
  settings: Settings,
  database: Database,
): Omit<AdminDeps, 'workers' | 'now'> {
  return {
    directory: createPostgresUserDirectory(database),
    audit: createPostgresAuditLog(database),
    engineSwitches: createPostgresEngineSwitches(database),
    inbox: createPostgresMessageInbox(database),
    load: createPostgresLoadFigures(database),
    failures: createPostgresFailureList(database),
    storageFigures: createPostgresStorageFigures(database),
    storageLocation: () => findStoragePlace(settings),
    engineIds,
  }
}

async function findStoragePlace(settings: Settings): Promise<StorageLocation> {
  if (settings.STORAGE === 's3')
    return { kind: 's3', place: s3Access(settings).bucket, freeBytes: null, totalBytes: null }
  const place = join(settings.DATA_DIR, 'storage')
  const { bavail, blocks, bsize } = await statfs(place)
  return { kind: 'disk', place, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
