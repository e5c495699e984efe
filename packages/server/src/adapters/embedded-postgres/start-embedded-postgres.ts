/** Starts the embedded PostgreSQL, or joins the server that another process has started. */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databasePasswordName, loadDatabasePassword } from './database-password.ts'
import { ensureCluster } from './init-cluster.ts'
import { preparePostgresBinaries } from './postgres-binaries.ts'
import { launchPostmaster, type Postmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { connectionString, databaseName, joinServer, type Presence } from './presence.ts'
import { preparePassword } from './require-password.ts'
import { checkPrivileges } from './unprivileged-command.ts'

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

  function attach(): Promise<{ postmaster: Postmaster; presence: Presence; password: string }> {
    return withFileLock(lockPath, { timeoutMs }, async () => {
      const running = await waitUntilReady(clusterDir, Date.now() + timeoutMs)
      const postmaster = running ?? (await launch())
      const password = await loadDatabasePassword(dataDir)
      const onPasswordSet = () => log.info('embedded database asks for a password now')
      const presence = await joinServer(postmaster, {
        clusterDir,
        password,
        timeoutMs,
        onLost,
        onPasswordSet,
      })
      return { postmaster, presence, password }
    })
  }

  async function launch(): Promise<Postmaster> {
    checkPrivileges()
    const binaries = await preparePostgresBinaries(dataDir)
    const password = await preparePassword(dataDir)
    const passwordPath = join(dataDir, databasePasswordName)
    const { isNew } = await ensureCluster(binaries, dataDir, { isDurable, passwordPath })
    log.info(isNew ? 'embedded database created' : 'embedded database starting')
    const socketFolder = await createSocketFolder(dataDir, password)
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
    connectionString: connectionString(current.postmaster, databaseName, current.password),
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

/** sun_path holds 107 bytes. */
const maxFolderBytes = 107 - '/.s.PGSQL.5432'.length

/** Folder of the server's Unix socket, accessible only to its owner. */
export async function createSocketFolder(dataDir: string, password: string): Promise<string> {
  const folder = socketFolderFor(dataDir, password)
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  // The temporary folder is world-writable: another user may have created the folder to intercept connections.
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${folder} must be owned by and accessible only to the user that runs Filesmith.`,
    )
  }
  return folder
}

/**
 * A name that is the same at every start, and that no program in the second sandbox can guess: it can connect to a socket
 * by its path, but not list folders.
 */
function socketFolderFor(dataDir: string, password: string): string {
  const secret = createHash('sha256').update(`socket ${dataDir} ${password}`).digest('base64url').slice(0, 16)
  const near = join(dataDir, `postgres-socket-${secret}`)
  return Buffer.byteLength(near) <= maxFolderBytes ? near : join(tmpdir(), `filesmith-${secret}`)
}

/**
 * Node has no flock(2), so flock(1) runs `cat`, which holds the lock: its echo confirms the lock, and the end
 * of its input, which also comes when this process is killed, releases it.
 */
export async function withFileLock<T>(
  path: string,
  options: { readonly timeoutMs: number },
  action: () => Promise<T>,
): Promise<T> {
  const waitSeconds = String(options.timeoutMs / 1000)
  const holder = spawn('flock', ['--no-fork', '--wait', waitSeconds, path, 'cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group, so that Ctrl-C in a terminal does not release the lock early.
    detached: true,
  })
  const exited = once(holder, 'exit')
  exited.catch(() => {})
  holder.stdin.on('error', () => {})
  let stderrText = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText += text
  })
  holder.stdin.write('\n')
  const isLocked = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    exited.then(() => false),
  ])
  if (!isLocked) {
    throw new Error(`Could not lock ${path}: ${stderrText.trim() || 'held by another process'}`)
  }
  try {
    return await action()
  } finally {
    holder.stdin.end()
    await exited
  }
}
