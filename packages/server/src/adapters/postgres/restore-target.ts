/** Looks at the database that something is to be restored into: who is using it, and what is in it. */
import pg from 'pg'
import { migrationLockKey } from './database.ts'
import { readTables } from './database-shape.ts'

export interface RestoreTarget {
  readonly client: pg.Client
  /** Processes of Filesmith that are connected to it. */
  countOtherConnections(): Promise<number>
  /** Whether people or files are known to it; one that was only ever started is empty. */
  isEmpty(): Promise<boolean>
  close(): Promise<void>
}

const applicationName = 'filesmith-restore'
/** Of the embedded server every process of ours holds one, and so do we. */
const presenceName = 'filesmith-presence'

const othersSql = `
  select count(*) filter (where datname = current_database() and application_name like 'filesmith-%'
      and application_name not in ('${applicationName}', '${presenceName}'))
    + greatest(count(*) filter (where application_name = '${presenceName}') - 1, 0) * $1::int as count
  from pg_stat_activity where pid <> pg_backend_pid()`

const telling: readonly string[] = [
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
  // A connection that breaks fails its query, and says so once more as an event.
  client.on('error', () => {})
  await client.connect()
  // A process that starts meanwhile waits here until we are done.
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
        if (schema !== 'public' || !telling.includes(name)) continue
        const found = await client.query(`select 1 from public.${pg.escapeIdentifier(name)} limit 1`)
        if (found.rows.length > 0) return false
      }
      return true
    },
    close: () => client.end(),
  }
}
