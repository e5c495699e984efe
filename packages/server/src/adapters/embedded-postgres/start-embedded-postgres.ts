/** Starts the PostgreSQL that comes with Filesmith, or joins the one that another process has started. */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ensureCluster, superuser } from './init-cluster.ts'
import { preparePostgresBinaries } from './postgres-binaries.ts'
import {
  endPostmaster,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  waitUntilReady,
} from './postmaster.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { checkPrivileges } from './unprivileged-command.ts'
import { withFileLock } from './with-file-lock.ts'

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; made when it is missing. */
  readonly dataDir: string
  readonly log: { info(message: string): void; warn(message: string): void }
  /** False loses data when the machine fails: for tests. */
  readonly isDurable?: boolean
  /** How long a start, with the recovery after a crash, may take. */
  readonly timeoutMs?: number
}

export interface EmbeddedPostgres {
  readonly connectionString: string
  readonly pid: number
  /** Close your connections first. The server stops with the last process that uses it. */
  stop(): Promise<void>
}

const databaseName = 'filesmith'

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, isDurable = true, timeoutMs = 120_000 } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const lockPath = join(dataDir, 'postgres.lock')

  const postmaster = await withFileLock(lockPath, { timeoutMs }, async () => {
    const running = await joinRunning(clusterDir, timeoutMs)
    if (running) return running
    checkPrivileges()
    const binaries = await preparePostgresBinaries(dataDir)
    const { isNew } = await ensureCluster(binaries, dataDir, { isDurable })
    log.info(isNew ? 'Made a new database.' : 'Starting the database.')
    const socketFolder = await makeSocketFolder(dataDir)
    const cluster = { clusterDir, socketFolder, logPath: join(dataDir, 'postgres.log') }
    const started = await launchPostmaster(binaries, cluster, { isDurable, timeoutMs })
    await createDatabase(started)
    return started
  })

  return {
    connectionString: connectionString(postmaster, databaseName),
    pid: postmaster.pid,
    stop: () =>
      withFileLock(lockPath, { timeoutMs }, async () => {
        const running = await findPostmaster(clusterDir)
        if (!running?.isReady || (await isUsed(running))) return
        await endPostmaster(clusterDir, timeoutMs)
      }),
  }
}

async function joinRunning(clusterDir: string, timeoutMs: number): Promise<Postmaster | undefined> {
  const postmaster = await waitUntilReady(clusterDir, Date.now() + timeoutMs)
  // Whoever started it may have been killed before it made the database.
  if (postmaster) await createDatabase(postmaster)
  return postmaster
}

async function createDatabase(postmaster: Postmaster): Promise<void> {
  await withClient(postmaster, async client => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  })
}

function isUsed(postmaster: Postmaster): Promise<boolean> {
  return withClient(postmaster, async client => {
    const others = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    return others.rowCount !== 0
  })
}

async function withClient<T>(postmaster: Postmaster, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: connectionString(postmaster, 'postgres') })
  await client.connect()
  try {
    return await action(client)
  } finally {
    await client.end()
  }
}

function connectionString(postmaster: Postmaster, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(postmaster.socketFolder)}&user=${superuser}`
}
