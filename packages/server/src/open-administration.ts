/** Opens the adapters of the admin area. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { engineIds } from '@filesmith/engines/registry'
import type { Settings } from './config.ts'
import { createAuditLog } from './database/audit-log.ts'
import type { Database } from './database/database.ts'
import { createEngineSwitches } from './database/engine-switches.ts'
import { createFailureList } from './database/failure-list.ts'
import { createLoadFigures } from './database/load-figures.ts'
import { createMessageInbox } from './database/message-inbox.ts'
import type { StorageLocation } from './database/storage-figures.ts'
import { createStorageFigures } from './database/storage-figures.ts'
import { createUserDirectory } from './database/user-directory.ts'
import type { AdminDeps } from './domain/administration/list-page.ts'

export function openAdministration(settings: Settings, database: Database): Omit<AdminDeps, 'workers'> {
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

async function findStoragePlace({ STORAGE, S3_BUCKET, DATA_DIR }: Settings): Promise<StorageLocation> {
  if (STORAGE === 's3') return { kind: 's3', place: S3_BUCKET ?? '', freeBytes: null, totalBytes: null }
  const place = join(DATA_DIR, 'storage')
  const { bavail, blocks, bsize } = await statfs(place)
  return { kind: 'disk', place, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
