/**
 * Claims from the job queue by 1, 4 and 8 processes, with 2,000 and with 100,000 waiting jobs, and with 100,000 jobs of
 * one owner who may run no more, for this commit and for an older one (UPGRADE_FROM) in one run.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbeddedPostgres } from '../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { rootFolder } from '../scripts/root-folder.mjs'
import { newConversion } from '../tests/support/new-conversion.ts'
import type { Bench, BenchRow } from './bench.ts'
import { checkOutOlder } from './support/check-out-older.ts'

const claimsOfEachRun = 1_600
const claimerCounts = [1, 4, 8]
const few = 2_000
const many = 100_000
/** Each owner may run three at once and has a hundred waiting. */
const jobsOfEachOwner = 100
const charge = { day: '2026-03-31', perDay: null, perMonth: null, network: null }

interface Measured {
  readonly p50: number
  readonly p95: number
  readonly jobsPerSecond: number
}

export const bench: Bench = {
  name: 'queue',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-queue-'))
    const older = await checkOutOlder(join(folder, 'older'), process.env.UPGRADE_FROM)
    const log = { info() {}, warn() {} }
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, isDurable: true })
    const versions = [
      { version: `before (${older.commit})`, source: join(folder, 'older') },
      { version: 'now', source: rootFolder },
    ]
    try {
      const rows: BenchRow[] = []
      for (const [index, { version, source }] of versions.entries()) {
        const url = await createDatabase(postgres.connectionString, `queue${index}`)
        const stores = await openStoresOf(source, url)
        const measureAll = async (waiting: string) => {
          for (const count of claimerCounts) {
            const { p50, p95, jobsPerSecond } = await measure(source, url, count)
            const what = `${version}, ${waiting}, ${count} claiming`
            rows.push({ what: `${what}: claim p50`, value: p50, unit: 'ms' })
            rows.push({ what: `${what}: claim p95`, value: p95, unit: 'ms' })
            rows.push({ what: `${what}: claimed and completed`, value: jobsPerSecond, unit: '/s' })
          }
        }
        await enqueue(stores, few + claimerCounts.length * claimsOfEachRun)
        await measureAll(`${few} waiting`)
        await enqueue(stores, many)
        await measureAll(`${many} waiting`)
        await enqueue(stores, many, 'busy')
        const { length } = await claimUntilBusy(stores)
        await measureAll(`${many} waiting behind the limit of one owner (${length} running)`)
        await stores.close()
      }
      return rows
    } finally {
      await postgres.stop()
      await older.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Stores = Awaited<ReturnType<typeof import('../tests/support/open-stores.ts').openStores>>

async function openStoresOf(source: string, databaseUrl: string): Promise<Stores> {
  const { openStores } = await import(join(source, 'tests/support/open-stores.ts'))
  return openStores({ databaseUrl })
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

/** Jobs of many owners, or of one on the highest priority. */
async function enqueue(stores: Stores, count: number, owner?: string): Promise<void> {
  const batch = 1_000
  for (let first = 0; first < count; first += batch) {
    const conversions = Array.from({ length: Math.min(batch, count - first) }, (_, index) => ({
      ...newConversion({
        ownerId: owner ?? `owner-${Math.floor((first + index) / jobsOfEachOwner)}`,
        ownerPlan: owner ? 'pro' : 'basic',
      }),
      plan: { steps: [] },
    }))
    await stores.conversions.enqueue(conversions, charge)
  }
}

async function claimUntilBusy(stores: Stores): Promise<unknown[]> {
  const older: { claim?: Stores['claim'] } = stores
  const queue: unknown = stores.queue
  return older.claim
    ? older.claim('short', 100)
    : (queue as { claim(queueClass: string, count: number): Promise<unknown[]> }).claim('short', 100)
}

async function measure(source: string, url: string, claimers: number): Promise<Measured> {
  const share = Math.floor(claimsOfEachRun / claimers)
  const processes = Array.from({ length: claimers }, () => startClaimer(source, url, share))
  await Promise.all(processes.map(({ ready }) => ready))
  const startedMs = performance.now()
  for (const { go } of processes) go()
  const durations = (await Promise.all(processes.map(({ done }) => done))).flat().toSorted((a, b) => a - b)
  const seconds = (performance.now() - startedMs) / 1000
  const at = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), jobsPerSecond: durations.length / seconds }
}

function startClaimer(source: string, url: string, share: number) {
  const script = join(rootFolder, 'bench/support/hold-claimer.ts')
  const child = spawn(process.execPath, [script, String(share)], {
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
