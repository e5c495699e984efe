/** Asked by containers whether they do their work: a web process answers, a worker holds a connection to its database. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { readSettings, type Settings } from './config.ts'

const timeoutMs = 4_000

// The image's entry point stands last on the command line of the first process, and its last word is the role.
const role = process.argv[2] ?? readFileSync('/proc/1/cmdline', 'utf8').split('\0').filter(Boolean).at(-1)

async function doesWebAnswer({ PORT }: Settings): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
  return reply.ok
}

const ownConnectionsSql = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = 'filesmith-worker'
  and client_addr is not distinct from inet_client_addr()`

async function isWorkerConnected({ DATABASE_URL }: Settings): Promise<boolean> {
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
  const settings = readSettings(process.env)
  const isHealthy = role === 'worker' ? await isWorkerConnected(settings) : await doesWebAnswer(settings)
  process.exitCode = isHealthy ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
