/** Container health check: polls /healthz, or without METRICS_PORT checks that the worker holds a database connection. */
import { readFileSync } from 'node:fs'

const timeoutMs = 4_000

// Runs every few seconds beside a process that has validated the settings, so it reads only the variables it needs.
const { PORT, DATABASE_URL, METRICS_PORT, METRICS_HOST } = process.env
// The role is the last argument on the command line of PID 1, the entry point of the image.
const role = process.argv[2] ?? readFileSync('/proc/1/cmdline', 'utf8').split('\0').filter(Boolean).at(-1)

async function isReady(host: string, port: string): Promise<boolean> {
  const reply = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
  return reply.ok
}

const isWebHealthy = () => isReady('127.0.0.1', PORT || '3000')

/** Without METRICS_PORT a worker has no HTTP endpoint; its database connection is checked instead. */
async function isWorkerHealthy(): Promise<boolean> {
  if (!METRICS_PORT) return isWorkerConnected()
  const isWildcard = !METRICS_HOST || METRICS_HOST === '0.0.0.0' || METRICS_HOST === '::'
  return isReady(isWildcard ? '127.0.0.1' : METRICS_HOST, METRICS_PORT)
}

const ownConnectionsSql = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = 'filesmith-worker'
  and client_addr is not distinct from inet_client_addr()`

async function isWorkerConnected(): Promise<boolean> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(ownConnectionsSql)
    return (rows[0]?.count ?? 0) > 0
  } finally {
    await client.end()
  }
}

try {
  const isHealthy = role === 'worker' ? await isWorkerHealthy() : await isWebHealthy()
  process.exitCode = isHealthy ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
