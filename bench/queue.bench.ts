/**
 * Claims from the job queue by 1, 4 and 8 processes, with 2,000 and with 100,000 waiting jobs, and with 100,000 jobs of
 * one owner who may run no more, for this commit and for an older one (UPGRADE_FROM) in one run.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { startEmbeddedPostgres } from '../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { type Database, openDatabase } from '../packages/server/src/database/database.ts'
import { insertJobs } from '../packages/server/src/database/postgres-job-queue.ts'
import { rootFolder } from '../scripts/root-folder.mjs'
import type { Bench, BenchRow } from './bench.ts'
import { checkOutOlder } from './support/check-out-older.ts'

const claimsOfEachRun = 800
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const claimerCounts = [1, 4, 8]
const few = 2_000
const many = 100_000
/** Each owner may run three at once and has a hundred waiting. */
const jobsOfEachOwner = 100
const batchSize = 1_000
/** The queue of version 1 for jobs that need this engine. */
const olderQueue = 'convert-short/sharp'

interface Measured {
  readonly p50: number
  readonly p95: number
  readonly jobsPerSecond: number
}

interface Version {
  readonly version: string
  readonly source: string
  readonly url: string
  readonly database: Database
}

export const bench: Bench = {
  name: 'queue',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-queue-'))
    const older = await checkOutOlder(join(folder, 'older'), process.env.UPGRADE_FROM)
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: silent,
      isDurable: true,
    })
    const sources = [
      { version: `before (${older.commit})`, source: join(folder, 'older') },
      { version: 'now', source: rootFolder },
    ]
    try {
      const versions: Version[] = []
      for (const [index, { version, source }] of sources.entries()) {
        const url = await createDatabase(postgres.connectionString, `queue${index}`)
        // Applies the migrations of this version.
        await measure(source, url, { claimers: 1, claims: 0 })
        const database = await openDatabase({ url, maxConnections: 2, applicationName: 'bench', log: silent })
        versions.push({ version, source, url, database })
      }
      const rows: BenchRow[] = []
      const add = async (count: number, owner?: string) => {
        for (const { database, source, url } of versions)
          await enqueue(database, source === rootFolder ? undefined : url, count, owner)
      }
      const measureAll = async (waiting: string) => {
        // One version after the other for each count, so that both meet the same load of the machine.
        for (const count of claimerCounts)
          for (const { version, source, url } of versions) {
            const { p50, p95, jobsPerSecond } = await measure(source, url, { claimers: count })
            const what = `${version}, ${waiting}, ${count} claiming`
            rows.push({ what: `${what}: claim p50`, value: p50, unit: 'ms' })
            rows.push({ what: `${what}: claim p95`, value: p95, unit: 'ms' })
            rows.push({ what: `${what}: claimed and completed`, value: jobsPerSecond, unit: '/s' })
          }
      }
      await add(few + claimerCounts.length * claimsOfEachRun)
      await measureAll(`${few} waiting`)
      await add(many)
      await measureAll(`${many} waiting`)
      await add(many, 'busy')
      for (const { source, url } of versions)
        await measure(source, url, { claimers: 1, claims: 10, isKeeping: true })
      await measureAll(`${many} more of an owner at the limit`)
      for (const { database } of versions) await database.close()
      return rows
    } finally {
      await postgres.stop()
      await older.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

/** Jobs of many owners, or of one with the highest priority. */
async function enqueue(
  { orm, pool }: Database,
  olderUrl: string | undefined,
  count: number,
  owner?: string,
): Promise<void> {
  const jobs = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    payload: { conversionId: randomUUID() },
    priority: owner ? 10 : 0,
    owner: { key: owner ?? `owner-${Math.floor(index / jobsOfEachOwner)}`, limit: owner ? 10 : 3 },
  }))
  const boss = olderUrl
    ? new PgBoss({ connectionString: olderUrl, schedule: false, supervise: false })
    : undefined
  await boss?.start()
  await boss?.createQueue(olderQueue, { heartbeatSeconds: 3600 })
  for (let first = 0; first < count; first += batchSize) {
    const batch = jobs.slice(first, first + batchSize)
    if (boss)
      await boss.insert(
        olderQueue,
        batch.map(({ id, payload, priority, owner: { key, limit } }) => ({
          id,
          data: payload,
          priority,
          group: { id: key, tier: limit === 10 ? 'pro' : 'basic' },
        })),
      )
    else
      await insertJobs(
        orm,
        batch.map(job => ({ ...job, queue: 'convert-short', engines: ['sharp'] })),
      )
  }
  await boss?.stop({ graceful: false })
  await pool.query('analyze')
}

async function measure(
  source: string,
  url: string,
  {
    claimers,
    claims = claimsOfEachRun,
    isKeeping = false,
  }: { claimers: number; claims?: number; isKeeping?: boolean },
): Promise<Measured> {
  const args = [String(Math.floor(claims / claimers)), isKeeping ? 'keep' : 'complete']
  const processes = Array.from({ length: claimers }, () => startClaimer(source, url, args))
  await Promise.all(processes.map(({ ready }) => ready))
  const startedMs = performance.now()
  for (const { go } of processes) go()
  const durations = (await Promise.all(processes.map(({ done }) => done))).flat().toSorted((a, b) => a - b)
  const seconds = (performance.now() - startedMs) / 1000
  const at = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), jobsPerSecond: durations.length / seconds }
}

function startClaimer(source: string, url: string, args: readonly string[]) {
  const script = join(rootFolder, 'bench/support/hold-claimer.ts')
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, SOURCE: source, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ready = lines.next()
  return {
    ready,
    go: () => child.stdin.write('go\n'),
    done: ready.then(async (): Promise<number[]> => JSON.parse(String((await lines.next()).value))),
  }
}
