/** Starts the embedded PostgreSQL, or joins the server that another process has started. */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureCluster } from './init-cluster.ts'
import { preparePostgresBinaries } from './postgres-binaries.ts'
import { launchPostmaster, type Postmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { connectionString, databaseName, joinServer, type Presence } from './presence.ts'
import { createSocketFolder } from './socket-folder.ts'
import { checkPrivileges } from './unprivileged-command.ts'
import { withFileLock } from './with-file-lock.ts'

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; created if it is missing. */
  readonly dataDir: string
  readonly log: { info(message: string): void; warn(message: string): void }
  /** False disables fsync, for tests: data may be lost if the machine crashes. */
  readonly isDurable?: boolean
  /** Time limit for a start, including crash recovery. */
  readonly timeoutMs?: number
}

export interface EmbeddedPostgres {
  readonly connectionString: string
  /** Changes when the server is restarted. */
  readonly pid: number
  /** Close all connections first. The server stops with the last process that uses it. */
  stop(): Promise<void>
}

const retryMs = 2000

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, isDurable = true, timeoutMs = 120_000 } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const lockPath = join(dataDir, 'postgres.lock')
  const stopping = new AbortController()
  let reconnecting: Promise<void> = Promise.resolve()
  let current = await attach()

  function attach(): Promise<{ postmaster: Postmaster; presence: Presence }> {
    return withFileLock(lockPath, { timeoutMs }, async () => {
      const running = await waitUntilReady(clusterDir, Date.now() + timeoutMs)
      const postmaster = running ?? (await launch())
      const presence = await joinServer(postmaster, { timeoutMs, onLost })
      return { postmaster, presence }
    })
  }

  async function launch(): Promise<Postmaster> {
    checkPrivileges()
    const binaries = await preparePostgresBinaries(dataDir)
    const { isNew } = await ensureCluster(binaries, dataDir, { isDurable })
    log.info(isNew ? 'embedded database created' : 'embedded database starting')
    const socketFolder = await createSocketFolder(dataDir)
    const cluster = { clusterDir, socketFolder, logPath: join(dataDir, 'postgres.log') }
    return launchPostmaster(binaries, cluster, { isDurable, timeoutMs })
  }

  function onLost(): void {
    log.warn('embedded database connection lost, restarting')
    reconnecting = reconnect()
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current = await attach()
        return
      } catch (error) {
        log.warn(`embedded database restart failed: ${String(error)}`)
        await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
    }
  }

  return {
    connectionString: connectionString(current.postmaster, databaseName),
    get pid() {
      return current.postmaster.pid
    },
    async stop() {
      stopping.abort()
      await reconnecting
      await withFileLock(lockPath, { timeoutMs }, async () => {
        // The query fails if the server is gone; then there is nothing to stop.
        const isLast = await current.presence.isLast().catch(() => false)
        await current.presence.leave()
        if (isLast) await stopPostmaster(clusterDir, timeoutMs)
      })
    },
  }
}
