/** Resets work that was in progress when a backup was made, so that workers claim it again. */
import type pg from 'pg'

/** Without counting an attempt, because nothing failed. */
const jobsSql = `
  update jobs set state = 'waiting', lease_until = null, due_at = now() where state = 'running'`

const conversionsSql = `
  update conversions set status = 'queued', stage = 'queued', started_at = null, revision = revision + 1
  where status = 'running'`

/** The clients are gone; a retry with the same key is executed again. */
const callsSql = 'delete from idempotent_calls where status is null'

const leasesSql = ['update uploads set lease_holder = null, lease_until = null where lease_until is not null']

/** Deleted while the backup was made: expires their records, and the regular cleanup does the rest. */
const missingSql = [
  `update conversions set expires_at = least(expires_at, now()) where status = 'succeeded' and (result_key = any($1)
    or exists (select 1 from jsonb_array_elements(parts) part where part ->> 'key' = any($1)))`,
  `update uploads set expires_at = least(expires_at, now()) where storage_key = any($1)`,
]

export async function resetRestoredWork(
  client: Pick<pg.Client, 'query'>,
  missingKeys: readonly string[],
): Promise<void> {
  for (const statement of [jobsSql, conversionsSql, callsSql, ...leasesSql]) await client.query(statement)
  if (missingKeys.length > 0) for (const statement of missingSql) await client.query(statement, [missingKeys])
}
