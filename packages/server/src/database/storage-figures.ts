/** Storage usage according to the database: totals, largest owners and expiry. */
import type { Database } from './database.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface FileTotals {
  readonly files: number
  readonly bytes: number
}

interface StorageUsage {
  readonly uploads: FileTotals
  readonly results: FileTotals
  readonly databaseBytes: number
  /** By the UTC day of expiry. */
  readonly byDay: readonly { readonly day: string; readonly bytes: number }[]
  /** Largest first; the account's username, null for visitors. */
  readonly largestOwners: readonly (FileTotals & { readonly ownerId: string; readonly name: string | null })[]
}

/** Where the bytes are stored, according to the settings. */
export interface StorageLocation {
  readonly kind: 'disk' | 's3'
  /** Folder or bucket. */
  readonly place: string
  /** Of the disk; null for a bucket. */
  readonly freeBytes: number | null
  readonly totalBytes: number | null
}

const largestCount = 10

/** Results with their parts, and completed uploads. */
const keptSql = `
  select 'result' as kind, owner_id, expires_at, result_size + case when parts = '[]' then 0 else
    (select coalesce(sum((part ->> 'sizeBytes')::bigint), 0) from jsonb_array_elements(parts) part) end as bytes
  from conversions where status = 'succeeded' and result_size is not null
  union all
  select 'upload', owner_id, expires_at, declared_bytes from uploads where completed_at is not null`

const totalsSql = `
  select kind, count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from (${keptSql}) kept group by kind`

const byDaySql = `
  select to_char(greatest(expires_at, now()) at time zone 'utc', 'YYYY-MM-DD') as day, sum(bytes)::float8 as bytes
  from (${keptSql}) kept group by 1 order by 1`

const largestSql = `
  select owner_id as "ownerId", users.username as name, files, bytes from (
    select owner_id, count(*)::int as files, sum(bytes)::float8 as bytes from (${keptSql}) kept
    group by owner_id order by 3 desc limit ${largestCount}
  ) owners left join users on users.id = owner_id order by bytes desc, owner_id`

const nothing = { files: 0, bytes: 0 }

export type StorageFigures = ReturnType<typeof createStorageFigures>

/** Storage usage from the records in PostgreSQL: only results that still exist, found through an index. */
export function createStorageFigures({ pool }: Database) {
  async function totals() {
    const { rows } = await pool.query<{ kind: string; files: number; bytes: number }>(totalsSql)
    const of = (kind: string) => {
      const { files, bytes } = rows.find(row => row.kind === kind) ?? nothing
      return { files, bytes }
    }
    return { uploads: of('upload'), results: of('result') }
  }

  return withDatabaseErrors({
    async storedBytes(): Promise<number> {
      const { uploads, results } = await totals()
      return uploads.bytes + results.bytes
    },

    async measure(): Promise<StorageUsage> {
      const [kept, byDay, largest, database] = await Promise.all([
        totals(),
        pool.query<StorageUsage['byDay'][number]>(byDaySql),
        pool.query<StorageUsage['largestOwners'][number]>(largestSql),
        pool.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes'),
      ])
      return {
        ...kept,
        databaseBytes: database.rows[0]?.bytes ?? 0,
        byDay: byDay.rows,
        largestOwners: largest.rows,
      }
    },
  })
}
