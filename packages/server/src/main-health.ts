/** Asked by containers whether they do their work: a process says it is ready, or a worker holds a connection to its database. */
import { readFileSync } from 'node:fs'

const timeoutMs = 4_000

// Started every few seconds beside a process that has checked the settings, so it reads its own without loading them all.
const { PORT, DATABASE_URL, METRICS_PORT, METRICS_HOST } = process.env
// The image's entry point stands last on the command line of the first process, and its last word is the role.
const role = process.argv[2] ?? readFileSync('/proc/1/cmdline', 'utf8').split('\0').filter(Boolean).at(-1)

async function isReady(host: string, port: string): Promise<boolean> {
  const reply = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
  return reply.ok
}

const doesWebAnswer = () => isReady('127.0.0.1', PORT || '3000')

/** A worker without a port for operators can only be asked through its database. */
async function doesWorkerAnswer(): Promise<boolean> {
  if (!METRICS_PORT) return isWorkerConnected()
  const isOnEvery = !METRICS_HOST || METRICS_HOST === '0.0.0.0' || METRICS_HOST === '::'
  return isReady(isOnEvery ? '127.0.0.1' : METRICS_HOST, METRICS_PORT)
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
  const isHealthy = role === 'worker' ? await doesWorkerAnswer() : await doesWebAnswer()
  process.exitCode = isHealthy ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
