/** Asked by containers whether they do their work: a web process answers, a worker holds a connection to its database. */
import { readFileSync } from 'node:fs'

const timeoutMs = 4_000

// Started every few seconds beside a process that has checked the settings, so it reads its two without loading them all.
const { PORT, DATABASE_URL } = process.env
// The image's entry point stands last on the command line of the first process, and its last word is the role.
const role = process.argv[2] ?? readFileSync('/proc/1/cmdline', 'utf8').split('\0').filter(Boolean).at(-1)

async function doesWebAnswer(): Promise<boolean> {
  const address = `http://127.0.0.1:${PORT || 3000}/healthz`
  const reply = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  return reply.ok
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
  const isHealthy = role === 'worker' ? await isWorkerConnected() : await doesWebAnswer()
  process.exitCode = isHealthy ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
