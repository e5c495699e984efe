/** The connection pool, and the schema brought up to date before anybody uses it. */

import pg from 'pg'
import type { Log } from '../../ports/log.ts'
import { drizzle, migrate, type NodePgDatabase } from './drizzle.ts'
import { migrationsFolder } from './known-migrations.ts'
import { usualSilenceMs, watchedSocket } from './watched-socket.ts'

export interface Database {
  readonly pool: pg.Pool
  readonly orm: NodePgDatabase
  close(): Promise<void>
}

/** Arbitrary but fixed: names the lock under which one process migrates while the others wait. */
export const migrationLockKey = 4_701_001

export async function openDatabase(settings: {
  url: string
  maxConnections: number
  applicationName: string
  /** A connection on which nothing moves for longer is given up. */
  silenceMs?: number
  log: Log
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.maxConnections,
    application_name: settings.applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: watchedSocket(settings.silenceMs ?? usualSilenceMs),
  })
  // An idle connection that the server closed is replaced at the next query; without a listener it would end us.
  pool.on('error', error => settings.log.warn({ err: error }, 'lost an idle database connection'))
  // The pool listens only while a connection is idle. One that breaks in the middle of a transaction fails its queries,
  // and says so once more as an event; without a listener that would end us, too.
  pool.on('connect', client => {
    client.on('error', error => settings.log.warn({ err: error }, 'lost a database connection at work'))
  })
  return { pool, orm: drizzle(pool), close: () => pool.end() }
}

/** Brings the schema up to date, ours and that of others; of several processes that start at once, one does it. */
export async function prepareDatabase<Result>(
  pool: pg.Pool,
  prepareOthers: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    await migrate(drizzle(client), { migrationsFolder })
    return await prepareOthers()
  } finally {
    // A session lock goes with its session, so a failed unlock cannot outlive this client.
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}
