/** Starts the PostgreSQL that comes with Filesmith, or joins the one that another process has started. */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureCluster } from './init-cluster.ts'
import { preparePostgresBinaries } from './postgres-binaries.ts'
import { endPostmaster, launchPostmaster, type Postmaster, waitUntilReady } from './postmaster.ts'
import { connectionString, databaseName, enterServer, type Presence } from './presence.ts'
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
  /** Another one after the server had to be started again. */
  readonly pid: number
  /** Close your connections first. The server stops with the last process that uses it. */
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
  let healing: Promise<void> = Promise.resolve()
  let current = await enter()

  function enter(): Promise<{ postmaster: Postmaster; presence: Presence }> {
    return withFileLock(lockPath, { timeoutMs }, async () => {
      const running = await waitUntilReady(clusterDir, Date.now() + timeoutMs)
      const postmaster = running ?? (await launch())
      const presence = await enterServer(postmaster, { timeoutMs, onLost })
      return { postmaster, presence }
    })
  }

  async function launch(): Promise<Postmaster> {
    checkPrivileges()
    const binaries = await preparePostgresBinaries(dataDir)
    const { isNew } = await ensureCluster(binaries, dataDir, { isDurable })
    log.info(isNew ? 'Made a new database.' : 'Starting the database.')
    const socketFolder = await makeSocketFolder(dataDir)
    const cluster = { clusterDir, socketFolder, logPath: join(dataDir, 'postgres.log') }
    return launchPostmaster(binaries, cluster, { isDurable, timeoutMs })
  }

  function onLost(): void {
    log.warn('The database went away; starting it again.')
    healing = heal()
  }

  async function heal(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current = await enter()
        return
      } catch (error) {
        log.warn(`The database could not be started again: ${String(error)}`)
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
      await healing
      await withFileLock(lockPath, { timeoutMs }, async () => {
        // Asking a server that is gone fails, and then there is nothing left to stop.
        const isLast = await current.presence.isLast().catch(() => false)
        await current.presence.leave()
        if (isLast) await endPostmaster(clusterDir, timeoutMs)
      })
    },
  }
}
