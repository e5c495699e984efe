/** Applies load to a stage and collects job results, resource usage of the hosts and database statistics. */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Cluster } from '../../../tests/support/cluster/start-cluster.ts'
import type { Kind } from './traffic.ts'

export interface LoadOptions {
  readonly baseUrl: string
  readonly samplesFolder: string
  readonly clients: number
  readonly seconds: number
  readonly maxJobs: number
  /** Between two jobs of a client. */
  readonly pauseMs: number
}

export interface JobResult {
  readonly kind: Kind
  readonly beganAtMs: number
  readonly tookMs: number
  readonly failure: string | undefined
}

export interface LoadResult {
  readonly jobs: readonly JobResult[]
  readonly tookSeconds: number
  readonly clientCpuSeconds: number
}

export interface Load extends LoadResult {
  readonly cpuSeconds: Readonly<Record<string, number>>
  /** In order of time. */
  readonly memory: readonly Readonly<Record<string, number>>[]
  readonly claims: { readonly count: number; readonly waitedMs: number }
  readonly queries: readonly { readonly query: string; readonly calls: number; readonly totalMs: number }[]
}

const program = fileURLToPath(new URL('./run-clients.ts', import.meta.url))
const sampleMs = 3000

export async function loadStage(stage: Cluster, options: Omit<LoadOptions, 'baseUrl'>): Promise<Load> {
  const database = new pg.Client({ connectionString: stage.databaseUrl() })
  await database.connect()
  try {
    await database.query('create extension if not exists pg_stat_statements')
    await database.query('select pg_stat_statements_reset()')
    const before = (await stage.usage()).cpuSeconds
    const memory: Record<string, number>[] = []
    const sampling = setInterval(() => {
      stage.usage().then(
        ({ memoryBytes }) => memory.push({ ...memoryBytes }),
        () => undefined,
      )
    }, sampleMs)
    const optionsJson = JSON.stringify({ ...options, baseUrl: 'http://nginx' } satisfies LoadOptions)
    const printed = await stage
      .run([process.execPath, program, optionsJson])
      .finally(() => clearInterval(sampling))
    const after = (await stage.usage()).cpuSeconds
    const cpuSeconds = Object.fromEntries(
      Object.keys(after).map(host => [host, (after[host] ?? 0) - (before[host] ?? 0)]),
    )
    return { ...(JSON.parse(printed) as LoadResult), cpuSeconds, memory, ...(await readStatistics(database)) }
  } finally {
    await database.end()
  }
}

async function readStatistics(database: pg.Client): Promise<Pick<Load, 'claims' | 'queries'>> {
  const { rows } = await database.query<{ query: string; calls: number; totalMs: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as query, calls::int, total_exec_time as "totalMs"
     from pg_stat_statements order by total_exec_time desc limit 400`,
  )
  const lockQueries = rows.filter(({ query }) => query.startsWith('select pg_advisory_xact_lock($1)'))
  const sum = (of: 'calls' | 'totalMs') => lockQueries.reduce((total, row) => total + row[of], 0)
  return { claims: { count: sum('calls'), waitedMs: sum('totalMs') }, queries: rows.slice(0, 12) }
}
