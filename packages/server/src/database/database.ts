/** The connection pool and the migration of the schema at startup. */

import type { PlanId } from '@filesmith/contract/plans'
import pg from 'pg'
import type { Log } from '../ports/log.ts'
import { drizzle, migrate, type NodePgDatabase } from './drizzle.ts'
import { defaultSilenceMs, idleTimeoutSocket } from './idle-timeout-socket.ts'
import { migrationsFolder } from './known-migrations.ts'

export interface Database {
  readonly pool: pg.Pool
  readonly orm: NodePgDatabase
  /** The plan of every account, whatever was bought or granted; undefined in a public instance. */
  readonly instancePlan?: PlanId | undefined
  close(): Promise<void>
}

/** Arbitrary but fixed: advisory lock under which one process migrates while others wait. */
export const migrationLockKey = 4_701_001

export async function openDatabase(settings: {
  url: string
  maxConnections: number
  applicationName: string
  /** Idle timeout of a connection that waits for a reply. */
  silenceMs?: number
  instancePlan?: PlanId | undefined
  log: Log
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.maxConnections,
    application_name: settings.applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: idleTimeoutSocket(settings.silenceMs ?? defaultSilenceMs),
  })
  // The pool replaces an idle connection closed by the server; without a listener the error event would crash the process.
  pool.on('error', error => settings.log.warn({ err: error }, 'idle database connection lost'))
  // The pool listens only while a connection is idle. If it breaks during a transaction, its queries fail and it also
  // emits an error event, which would crash the process without a listener.
  pool.on('connect', client => {
    client.on('error', error => settings.log.warn({ err: error }, 'active database connection lost'))
  })
  const { instancePlan } = settings
  return { pool, orm: drizzle(pool), instancePlan, close: () => pool.end() }
}

/** Migrates the schema; of several processes that start at once, one does it. */
export async function prepareDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    // A session lock ends with its session, so a failed unlock cannot outlive this client.
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}
