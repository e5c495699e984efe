/** Inspects the target database of a restore: who is connected, and whether it holds data. */
import pg from 'pg'
import { migrationLockKey } from './database.ts'
import { readTables } from './database-shape.ts'

export interface RestoreTarget {
  readonly client: pg.Client
  /** Number of connected Filesmith processes. */
  countOtherConnections(): Promise<number>
  /** Whether there are no users or files; a database that was only migrated is empty. */
  isEmpty(): Promise<boolean>
  close(): Promise<void>
}

const applicationName = 'filesmith-restore'
/** Every process using the embedded server holds one such connection, including this one. */
const presenceName = 'filesmith-presence'

const othersSql = `
  select count(*) filter (where datname = current_database() and application_name like 'filesmith-%'
      and application_name not in ('${applicationName}', '${presenceName}'))
    + greatest(count(*) filter (where application_name = '${presenceName}') - 1, 0) * $1::int as count
  from pg_stat_activity where pid <> pg_backend_pid()`

const dataTables: readonly string[] = [
  'users',
  'uploads',
  'conversions',
  'receipts',
  'contact_messages',
  'invoices',
  'audit_entries',
]

export async function openRestoreTarget(
  url: string,
  options: { isEmbedded: boolean },
): Promise<RestoreTarget> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that breaks fails its query and also emits an error event.
  client.on('error', () => {})
  await client.connect()
  // A process that starts meanwhile waits for this lock until the restore is done.
  const lock = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    migrationLockKey,
  ])
  const isLocked = lock.rows[0]?.isOurs === true
  return {
    client,
    async countOtherConnections() {
      const { rows } = await client.query<{ count: string }>(othersSql, [options.isEmbedded ? 1 : 0])
      return isLocked ? Number(rows[0]?.count ?? 0) : Math.max(1, Number(rows[0]?.count ?? 0))
    },
    async isEmpty() {
      for (const { schema, name } of await readTables(client)) {
        if (schema !== 'public' || !dataTables.includes(name)) continue
        const found = await client.query(`select 1 from public.${pg.escapeIdentifier(name)} limit 1`)
        if (found.rows.length > 0) return false
      }
      return true
    },
    close: () => client.end(),
  }
}
