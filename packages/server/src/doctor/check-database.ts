/** Whether the database answers, is new enough, fits this version, and has the same time. Nothing is started or migrated. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { waitUntilReady } from '../adapters/embedded-postgres/postmaster.ts'
import { connectionString, databaseName } from '../adapters/embedded-postgres/presence.ts'
import { checkPrivileges } from '../adapters/embedded-postgres/unprivileged-command.ts'
import { type DatabaseShape, readMigrations } from '../adapters/postgres/database-shape.ts'
import { knownMigrations } from '../adapters/postgres/known-migrations.ts'
import type { Settings } from '../config.ts'
import { describeFault, type Finding } from './finding.ts'

const leastVersion = 15
const embeddedVersion = '18'
const timeoutMs = 15_000
const about = { area: 'database', name: 'PostgreSQL' } as const

export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.DATABASE_URL !== undefined) return askDatabase(settings.DATABASE_URL)
  const clusterDir = join(settings.DATA_DIR, 'postgres')
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== embeddedVersion)
    return [
      {
        ...about,
        status: 'problem',
        found: `${clusterDir} was written by PostgreSQL ${version.trim()}, this is ${embeddedVersion}`,
        fix: 'Make a backup with the version of Filesmith that wrote it, and restore it with this one.',
      },
    ]
  const running = await waitUntilReady(clusterDir, Date.now() + timeoutMs).catch(() => undefined)
  if (running) return askDatabase(connectionString(running, databaseName))
  return [describeSleeping(version !== undefined)]
}

function describeSleeping(isMade: boolean): Finding {
  try {
    checkPrivileges()
  } catch (error) {
    return {
      ...about,
      status: 'problem',
      found: describeFault(error),
      fix: 'Run Filesmith as an ordinary user, or set DATABASE_URL.',
    }
  }
  const found = isMade ? 'embedded, starts with Filesmith' : 'embedded, made at the first start'
  return { ...about, status: 'ok', found }
}

async function askDatabase(url: string): Promise<Finding[]> {
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
    const fix = 'See that it runs, and that DATABASE_URL has the right host, port, name, user and password.'
    return [{ ...about, status: 'problem', found: `does not answer: ${describeFault(error)}`, fix }]
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function checkServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= leastVersion) return { ...about, status: 'ok', found: version }
  return {
    ...about,
    status: 'problem',
    found: version,
    fix: `PostgreSQL ${leastVersion} or newer is needed.`,
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
  if (!applied) return { ...row, status: 'ok', found: 'made at the first start' }
  if (applied.some(({ hash }, index) => hash !== known[index]))
    return {
      ...row,
      status: 'problem',
      found: 'belongs to a newer version of Filesmith than this one',
      fix: 'Run the version that was run last, or a newer one; or restore a backup of this version.',
    }
  const pending = known.length - applied.length
  return {
    ...row,
    status: 'ok',
    found: pending === 0 ? 'up to date' : `${pending} migrations, applied at the next start`,
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
      ? 'agrees with this machine'
      : `${seconds.toFixed(0)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const fix = 'Let both machines take their time from NTP: sessions, codes and the storage time depend on it.'
  return { area: 'database', name: 'clock', status, found, ...(status !== 'ok' && { fix }) }
}
