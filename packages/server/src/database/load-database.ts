/** Replaces the database with a dump in one transaction: its original schema, its rows, then newer migrations. */
import { once } from 'node:events'
import { plans } from '@filesmith/contract/plans'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { queues } from '../ports/job-queue.ts'
import { type DatabaseShape, readTables, type TableShape } from './database-shape.ts'
import { knownMigrations, knownTables } from './known-migrations.ts'

export interface DatabaseLoader {
  /** Tables must be loaded in the order of the shape. */
  beginTable(table: TableShape): Promise<TableLoader>
  /** Applies newer migrations and commits. */
  commit(missingKeys: readonly string[]): Promise<void>
  rollback(): Promise<void>
}

export interface TableLoader {
  write(rows: Uint8Array): Promise<void>
  /** Returns the number of loaded rows. */
  finish(): Promise<number>
  /** Ends the COPY, so that the connection can be used again. */
  abort(): Promise<void>
}

/** Begins a transaction on the client; nothing is visible to others before the commit. */
export async function loadDatabase(client: pg.Client, shape: DatabaseShape): Promise<DatabaseLoader> {
  const migrations = knownMigrations()
  const older = migrations.slice(0, shape.migrations.length)
  const newer = migrations.slice(shape.migrations.length)
  await client.query('begin')
  await dropExisting(client)
  for (const statement of older.flatMap(({ sql }) => sql)) await client.query(statement)
  const present = await readTables(client)
  await switchTriggers(client, 'disable')

  return {
    async beginTable(table) {
      if (table.schema === olderQueueSchema)
        return loadRows(client, await createOlderTable(client, table), table)
      const target = present.find(({ schema, name }) => schema === table.schema && name === table.name)
      if (!target) throw new Error(`Table ${table.schema}.${table.name} does not exist.`)
      return loadRows(client, nameOf(table), table)
    },

    async commit(missingKeys) {
      await restartSequences(client, present)
      await switchTriggers(client, 'enable')
      for (const statement of newer.flatMap(({ sql }) => sql)) await client.query(statement)
      await recordMigrations(client)
      if (shape.tables.some(isOlderJobTable)) await adoptOlderJobs(client)
      await resetRestoredWork(client, missingKeys)
      await client.query('commit')
    },

    async rollback() {
      await client.query('rollback')
    },
  }
}

const triggerFunctionsSql = `
  select distinct tgfoid::regprocedure::text as name from pg_trigger
  where not tgisinternal and tgrelid = any(select to_regclass(name) from unnest($1::text[]) name)`

async function dropExisting(client: pg.Client): Promise<void> {
  const names = knownTables().map(name => `public.${pg.escapeIdentifier(name)}`)
  const functions = await client.query<{ name: string }>(triggerFunctionsSql, [names])
  for (const name of names) await client.query(`drop table if exists ${name} cascade`)
  for (const { name } of functions.rows) await client.query(`drop function ${name}`)
  for (const schema of [olderQueueSchema, 'drizzle'])
    await client.query(`drop schema if exists ${schema} cascade`)
}

/** Restored rows must not trigger notifications. */
async function switchTriggers(client: pg.Client, action: 'enable' | 'disable'): Promise<void> {
  for (const { schema, name } of await readTables(client))
    if (schema === 'public')
      await client.query(`alter table public.${pg.escapeIdentifier(name)} ${action} trigger user`)
}

/** Backups of versions before the job queue contain the tables of pg-boss. */
const olderQueueSchema = 'pgboss'
const isOlderJobTable = ({ schema, name }: TableShape) => schema === olderQueueSchema && name === 'job'

/** As text: nothing depends on the version of pg-boss that wrote them. */
async function createOlderTable(client: pg.Client, { name, columns }: TableShape): Promise<string> {
  const table = pg.escapeIdentifier(`older_${name}`)
  const columnList = columns.map(column => `${pg.escapeIdentifier(column)} text`).join(', ')
  await client.query(`create temp table ${table} (${columnList}) on commit drop`)
  return table
}

const adoptSql = `
  insert into jobs (id, queue, engines, priority, owner, owner_limit, payload, retries_left, created_at)
  select id::uuid, case name when 'mails' then 'send-mail' else split_part(name, '/', 1) end,
    case split_part(name, '/', 2) when 'any' then '' else split_part(name, '/', 2) end,
    priority::int, group_id, coalesce(($1::jsonb ->> group_tier)::int, 0), data::jsonb,
    case name when 'mails' then $2::int else $3::int end, created_on::timestamptz
  from older_job
  where state in ('created', 'retry', 'active') and (name = 'mails' or name like 'convert-%/%')`

async function adoptOlderJobs(client: pg.Client): Promise<void> {
  const limits = Object.fromEntries(Object.entries(plans).map(([id, plan]) => [id, plan.concurrentJobs]))
  const values = [JSON.stringify(limits), queues['send-mail'].retries, queues['convert-short'].retries]
  await client.query(adoptSql, values)
}

function nameOf({ schema, name }: TableShape): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

function loadRows(client: pg.Client, tableName: string, { columns }: TableShape): TableLoader {
  const list = columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy ${tableName} (${list}) from stdin`))
  let outcome: { readonly error?: unknown } | undefined
  const finished = once(stream, 'finish')
  finished.then(
    () => (outcome = {}),
    error => (outcome = { error }),
  )
  return {
    async write(rows) {
      // Report the error of the server rather than that of the closed stream.
      if (outcome) throw outcome.error
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), finished])
    },
    async abort() {
      if (outcome) return
      stream.destroy(new Error('aborted'))
      await finished.catch(() => undefined)
    },
    async finish() {
      stream.end()
      await finished
      return stream.rowCount
    },
  }
}

async function restartSequences(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  for (const { schema, name, columns } of tables) {
    if (schema !== 'public') continue
    const tableName = `public.${pg.escapeIdentifier(name)}`
    for (const column of columns) {
      const found = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [tableName, column],
      )
      const sequence = found.rows[0]?.sequence
      if (sequence == null) continue
      const highest = `select coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1 from ${tableName}`
      await client.query(`select setval($1, (${highest}), false)`, [sequence])
    }
  }
}

/** In the format of the drizzle migrator, which continues from here at the next start. */
async function recordMigrations(client: pg.Client): Promise<void> {
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { hash, folderMillis } of knownMigrations())
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
}

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

/** Resets work that was in progress when a backup was made, so that workers claim it again. */
async function resetRestoredWork(
  client: Pick<pg.Client, 'query'>,
  missingKeys: readonly string[],
): Promise<void> {
  for (const statement of [jobsSql, conversionsSql, callsSql, ...leasesSql]) await client.query(statement)
  if (missingKeys.length > 0) for (const statement of missingSql) await client.query(statement, [missingKeys])
}
