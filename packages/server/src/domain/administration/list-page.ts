/** Dependencies of the administration, and pages of long lists. */

import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../database/account-store.ts'
import type { Actor, AuditLog } from '../../database/audit-log.ts'
import type { EngineSwitches } from '../../database/engine-switches.ts'
import type { FailureList } from '../../database/failure-list.ts'
import type { LoadFigures } from '../../database/load-figures.ts'
import type { MessageInbox } from '../../database/message-inbox.ts'
import type { StorageFigures, StorageLocation } from '../../database/storage-figures.ts'
import type { UserDirectory } from '../../database/user-directory.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ListCursor, ListPage } from '../../ports/list-page.ts'
import { isId } from '../is-id.ts'

export interface AdminDeps extends Clock {
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

/** Dependencies of the administration use cases. */
export function actorOf({ id, username }: AccountRecord): Actor {
  return { id, name: username }
}

const pageSize = 50
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/
/** Account ids have a prefix. */
const accountPrefix = 'u_'

/** Reads one more entry than is shown, to know whether there is another page. */
export function pageBefore(before: string | undefined, isOfAccounts = false): ListPage {
  const prefix = isOfAccounts ? accountPrefix : ''
  return { after: before === undefined ? null : decodeCursor(before, prefix), limit: pageSize + 1 }
}

/** Cursor pagination of administration lists; cursors are opaque base64url strings. */
export function cutPage<Entry>(
  found: readonly Entry[],
  cursorOf: (entry: Entry) => ListCursor,
): { readonly shown: readonly Entry[]; readonly next: string | null } {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { shown, next: last && found.length > pageSize ? encodeCursor(cursorOf(last)) : null }
}

function encodeCursor({ at, id }: ListCursor): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

function decodeCursor(text: string, prefix: string): ListCursor {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('|')
  if (!isTimestamp(at) || !id.startsWith(prefix) || !isId(id.slice(prefix.length)))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { at, id }
}

/** Rejects what the database would reject, such as February 30. */
function isTimestamp(text: string): boolean {
  const time = timestampPattern.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
