/** Deployment under test: PostgreSQL, S3, web and worker processes, with a fault proxy on every connection. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { freePort } from '../../support/server-process.ts'
import { killIfRunning } from './kill-if-running.ts'
import { type Slot, startSlot } from './slot.ts'

export interface StorageAddress {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface ChaosDeploymentOptions {
  readonly webs: number
  readonly workers: number
  /** External S3 instead of the built-in one; it is not killed. */
  readonly storage?: StorageAddress
  readonly note: (line: string) => void
}

export interface ChaosDeployment {
  readonly folder: string
  readonly databaseUrl: string
  readonly storage: StorageAddress & { readonly prefix: string }
  readonly webs: readonly Slot[]
  readonly workers: readonly Slot[]
  readonly hasClocks: boolean
  killPostgres(): void
  /** Undefined for an external storage. */
  readonly killStorage: (() => Promise<void>) | undefined
  /** Ends every fault that is still active. */
  clearFaults(): Promise<void>
  /**
   * Restarts the workers so that they remove orphaned objects immediately; call it once no customer uploads any
   * more.
   */
  sweepEverything(): Promise<void>
  stop(): Promise<void>
}

const processScript = fileURLToPath(new URL('../../support/s3-process.ts', import.meta.url))
const libraryFolders = ['aarch64-linux-gnu', 'x86_64-linux-gnu']
const clockLibrary = libraryFolders
  .map(name => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
  .find(path => existsSync(path))

export async function startChaosDeployment(options: ChaosDeploymentOptions): Promise<ChaosDeployment> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-chaos-'))
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    log: { info() {}, warn: options.note },
    isDurable: false,
  })
  const builtInStorage = options.storage ? undefined : await startStorage(join(folder, 's3'))
  const address = options.storage ?? builtInStorage?.address
  if (!address) throw new Error('no storage address')
  const storage = { ...address, prefix: `chaos-${randomBytes(4).toString('hex')}` }
  const env = {
    STORAGE: 's3',
    S3_BUCKET: storage.bucket,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
    S3_PREFIX: storage.prefix,
    COOKIE_SECRET: randomBytes(32).toString('hex'),
    SWEEP_INTERVAL_SECONDS: '1',
    DATABASE_SILENCE_SECONDS: '6',
    WARM_START: 'false',
    WORKER_CONCURRENCY: '3',
    PLAN_FREE_PER_DAY: '12',
    ADDRESS_PER_DAY: '100000',
    STORAGE_QUOTA_NETWORK_MB: '100000000',
    OPEN_UPLOADS_PER_NETWORK: '100000',
    INSPECTIONS_PER_MINUTE: '100000',
    REGISTRATIONS_PER_HOUR: '1000',
    ATTEMPTS_PER_NETWORK: '1000',
    LOG_LEVEL: 'info',
  }
  const upstreams = {
    databaseSocket: socketOf(postgres),
    databaseUrl: postgres.connectionString,
    storageUrl: new URL(address.endpoint),
  }

  async function open(program: 'main-web' | 'main-worker', number: number): Promise<Slot> {
    const name = `${program === 'main-web' ? 'web' : 'worker'}-${number + 1}`
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    const clockPath = join(folder, `${name}.clock`)
    await writeFile(clockPath, '+0\n')
    const port = program === 'main-web' ? await freePort() : 0
    return startSlot({
      ...{ name, program, dataDir, port, upstreams, note: options.note },
      env: { ...env, DATA_DIR: dataDir, PORT: String(port), ...clockEnv(clockPath) },
      clockPath,
      hasSmallDisk: program === 'main-worker' && number === 1,
    })
  }

  const webs = await Promise.all(
    Array.from({ length: options.webs }, (_, number) => open('main-web', number)),
  )
  const workers = await Promise.all(
    Array.from({ length: options.workers }, (_, number) => open('main-worker', number)),
  )
  /** Leaves no process behind when the test process exits early. */
  const killAll = () => {
    for (const slot of [...webs, ...workers]) slot.signal('SIGKILL')
    killIfRunning(postgres.pid)
  }
  process.once('exit', killAll)

  async function stop(): Promise<void> {
    process.off('exit', killAll)
    await Promise.all([...webs, ...workers].map(slot => slot.stop()))
    await builtInStorage?.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all([...webs, ...workers].map(slot => slot.waitUntilReady()))
  } catch (error) {
    await stop()
    throw error
  }

  return {
    ...{ folder, storage, webs, workers },
    databaseUrl: postgres.connectionString,
    hasClocks: clockLibrary !== undefined,
    killPostgres() {
      killIfRunning(postgres.pid)
    },
    killStorage: builtInStorage?.kill,
    async clearFaults() {
      await builtInStorage?.waitUntilUp()
      await waitUntilDatabaseAnswers(postgres.connectionString)
      for (const slot of [...webs, ...workers]) await slot.clearFaults()
      await Promise.all([...webs, ...workers].map(slot => slot.waitUntilReady()))
    },
    async sweepEverything() {
      // Nothing is uploading now, so an object without a record is an orphan.
      for (const slot of workers) await slot.restart({ ORPHANS_KEPT_MINUTES: '0' })
    },
    stop,
  }
}

function socketOf({ connectionString }: EmbeddedPostgres): string {
  const folder = new URL(connectionString.replace('postgresql:', 'http://x')).searchParams.get('host')
  return join(folder ?? '', '.s.PGSQL.5432')
}

function clockEnv(clockPath: string): Record<string, string> {
  if (!clockLibrary) return {}
  return {
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: clockPath,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    NO_FAKE_STAT: '1',
  }
}

async function waitUntilDatabaseAnswers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await delay(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function startStorage(directory: string) {
  await mkdir(directory)
  const port = await freePort()
  let child: ChildProcess
  let isStopping = false
  let up: Promise<unknown> = Promise.resolve()
  const start = () => {
    child = spawn(process.execPath, [processScript, directory, String(port)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.once('exit', () => {
      if (!isStopping) start()
    })
    up = once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
  }
  start()
  process.once('exit', () => child.kill('SIGKILL'))
  await up
  return {
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'kept',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    waitUntilUp: () => up,
    async kill() {
      const dying = child
      dying.kill('SIGUSR2')
      await once(dying, 'exit')
    },
    async stop() {
      isStopping = true
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
