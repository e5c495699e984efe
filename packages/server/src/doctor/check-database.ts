/** Checks that the database answers, its version and schema are supported, and its clock is in sync. Starts and migrates nothing. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findDatabasePassword } from '../adapters/embedded-postgres/database-password.ts'
import { waitUntilReady } from '../adapters/embedded-postgres/postmaster.ts'
import { connectionString, databaseName } from '../adapters/embedded-postgres/presence.ts'
import { checkPrivileges } from '../adapters/embedded-postgres/unprivileged-command.ts'
import type { Settings } from '../config.ts'
import { type DatabaseShape, readMigrations } from '../database/database-shape.ts'
import { knownMigrations } from '../database/known-migrations.ts'
import { describeFault, type Finding } from './finding.ts'

const minVersion = 15
const embeddedVersion = '18'
const timeoutMs = 15_000
const about = { area: 'database', name: 'PostgreSQL' } as const

export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.DATABASE_URL !== undefined) return checkRunning(settings.DATABASE_URL)
  const clusterDir = join(settings.DATA_DIR, 'postgres')
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== embeddedVersion)
    return [
      {
        ...about,
        status: 'problem',
        found: `${clusterDir} was created by PostgreSQL ${version.trim()}, this version embeds ${embeddedVersion}`,
        fix: 'Create a backup with the Filesmith version that created it, and restore it with this one.',
      },
    ]
  const running = await waitUntilReady(clusterDir, Date.now() + timeoutMs).catch(() => undefined)
  if (running)
    return checkRunning(
      connectionString(running, databaseName, await findDatabasePassword(settings.DATA_DIR)),
    )
  return [describeStopped(version !== undefined)]
}

function describeStopped(isInitialized: boolean): Finding {
  try {
    checkPrivileges()
  } catch (error) {
    return {
      ...about,
      status: 'problem',
      found: describeFault(error),
      fix: 'Run Filesmith as an unprivileged user, or set DATABASE_URL.',
    }
  }
  const found = isInitialized ? 'embedded, starts with Filesmith' : 'embedded, created at first start'
  return { ...about, status: 'ok', found }
}

async function checkRunning(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return [await checkServer(client), await checkMigrations(client), await checkClock(client)]
  } catch (error) {
    const fix =
      'Check that it is running and that DATABASE_URL has the right host, port, name, user and password.'
    return [{ ...about, status: 'problem', found: `unreachable: ${describeFault(error)}`, fix }]
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function checkServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const version = rows[0]?.version ?? 'unknown'
  if (Number.parseInt(version, 10) >= minVersion) return { ...about, status: 'ok', found: version }
  return {
    ...about,
    status: 'problem',
    found: version,
    fix: `PostgreSQL ${minVersion} or newer is required.`,
  }
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const applied = await readMigrations(client)
  return describeMigrations(
    applied,
    knownMigrations().map(({ hash }) => hash),
  )
}

export function describeMigrations(
  applied: DatabaseShape['migrations'] | undefined,
  known: readonly string[],
): Finding {
  const row = { area: 'database', name: 'schema' } as const
  if (!applied) return { ...row, status: 'ok', found: 'created at first start' }
  if (applied.some(({ hash }, index) => hash !== known[index]))
    return {
      ...row,
      status: 'problem',
      found: 'belongs to a newer version of Filesmith',
      fix: 'Run the previously used version or a newer one, or restore a backup made with this version.',
    }
  const pending = known.length - applied.length
  return {
    ...row,
    status: 'ok',
    found: pending === 0 ? 'up to date' : `${pending} pending migrations, applied at next start`,
  }
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const askedAtMs = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const answeredAtMs = Date.now()
  return describeClock((rows[0]?.now.getTime() ?? 0) - (askedAtMs + answeredAtMs) / 2)
}

export function describeClock(aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs) / 1000
  const status = seconds > 60 ? 'problem' : seconds > 5 ? 'warning' : 'ok'
  const found =
    status === 'ok'
      ? 'in sync with this machine'
      : `${seconds.toFixed(0)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const fix = 'Synchronize both machines with NTP: sessions, sign-in codes and file expiry depend on it.'
  return { area: 'database', name: 'clock', status, found, ...(status !== 'ok' && { fix }) }
}
