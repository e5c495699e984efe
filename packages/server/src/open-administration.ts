/** Opens the adapters of the admin area. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { engineIds } from '@filesmith/engines/registry'
import { type Settings, s3Access } from './config.ts'
import { createAuditLog } from './database/audit-log.ts'
import type { Database } from './database/database.ts'
import { createEngineSwitches } from './database/engine-switches.ts'
import { createFailureList } from './database/failure-list.ts'
import { createLoadFigures } from './database/load-figures.ts'
import { createMessageInbox } from './database/message-inbox.ts'
import { createStorageFigures, type StorageLocation } from './database/storage-figures.ts'
import { createUserDirectory } from './database/user-directory.ts'
import type { AdminDeps } from './domain/administration/list-page.ts'

export function openAdministration(
  settings: Settings,
  database: Database,
): Omit<AdminDeps, 'workers' | 'now'> {
  return {
    directory: createUserDirectory(database),
    audit: createAuditLog(database),
    engineSwitches: createEngineSwitches(database),
    inbox: createMessageInbox(database),
    load: createLoadFigures(database),
    failures: createFailureList(database),
    storageFigures: createStorageFigures(database),
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
