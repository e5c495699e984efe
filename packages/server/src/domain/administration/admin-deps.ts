/** What the use cases of operators are given. */
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
  readonly storagePlace: () => Promise<StorageLocation>
  /** Every engine there is, whether or not a worker has it. */
  readonly engineIds: readonly string[]
  readonly workers: WorkerRegistry
}

export function actorOf({ id, username }: AccountRecord): Actor {
  return { id, name: username }
}
