/** Dependencies of the administration use cases. */
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Actor, AuditLog } from '../../ports/audit-log.ts'
import type { EngineSwitches } from '../../ports/engine-switches.ts'
import type { FailureList } from '../../ports/failure-list.ts'
import type { LoadFigures } from '../../ports/load-figures.ts'
import type { MessageInbox } from '../../ports/message-inbox.ts'
import type { StorageFigures, StorageLocation } from '../../ports/storage-figures.ts'
import type { UserDirectory } from '../../ports/user-directory.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'

export interface AdminDeps {
  readonly directory: UserDirectory
  readonly audit: AuditLog
  readonly engineSwitches: EngineSwitches
  readonly inbox: MessageInbox
  readonly load: LoadFigures
  readonly failures: FailureList
  readonly storageFigures: StorageFigures
  readonly storageLocation: () => Promise<StorageLocation>
  /** All engines, whether or not a worker has them. */
  readonly engineIds: readonly string[]
  readonly workers: WorkerRegistry
}

export function actorOf({ id, username }: AccountRecord): Actor {
  return { id, name: username }
}
