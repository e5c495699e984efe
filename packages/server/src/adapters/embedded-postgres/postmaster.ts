/** Finds, starts, awaits and stops the PostgreSQL server process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { unprivilegedCommand } from './unprivileged-command.ts'

export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly isReady: boolean
}

const pidFileName = 'postmaster.pid'
const pollMs = 25
const logMaxBytes = 4 * 1024 * 1024
/** Transient after a killed server: its last backends are exiting, or its shared memory is not freed yet. */
const transientError = /postmaster\.pid" already exists|is still in use/

/** The running server of this cluster, if any; a pid file whose pid was reused by another program is ignored. */
async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const lines = await readLines(join(clusterDir, pidFileName))
  const pid = Number(lines[0])
  const socketFolder = lines[4]
  // The server is still writing its pid file.
  if (!(pid > 0) || socketFolder === undefined || !(await isServerOf(pid, clusterDir))) return undefined
  return { pid, socketFolder, isReady: lines[7]?.trim() === 'ready' }
}

/** Requires the launch lock and an existing cluster. */
export async function launchPostmaster(
  binaries: PostgresBinaries,
  cluster: { readonly clusterDir: string; readonly socketFolder: string; readonly logPath: string },
  options: { readonly isDurable: boolean; readonly timeoutMs: number },
): Promise<Postmaster> {
  const deadline = Date.now() + options.timeoutMs
  await rotate(cluster.logPath)
  for (;;) {
    await removeStaleLock(join(cluster.clusterDir, pidFileName), cluster.clusterDir)
    await removeStaleLock(join(cluster.socketFolder, '.s.PGSQL.5432.lock'), cluster.clusterDir)
    const logStart = (await stat(cluster.logPath).catch(() => undefined))?.size ?? 0
    const server = await spawnServer(binaries, cluster, options)
    const postmaster = await waitUntilReady(cluster.clusterDir, deadline, server)
    if (postmaster) return postmaster
    const output = (await readFile(cluster.logPath, 'utf8').catch(() => '')).slice(logStart)
    if (!transientError.test(output) || Date.now() > deadline) throw notStarted(output)
    await delay(pollMs * 8)
  }
}

/** Includes crash recovery. Undefined if the given child exits before it is ready. */
export async function waitUntilReady(
  clusterDir: string,
  deadline: number,
  server?: ChildProcess,
): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = await findPostmaster(clusterDir)
    if (postmaster?.isReady) return postmaster
    const hasEnded = server ? server.exitCode !== null || server.signalCode !== null : !postmaster
    if (hasEnded) return undefined
    if (Date.now() > deadline) {
      const log = await readFile(join(clusterDir, '..', 'postgres.log'), 'utf8').catch(() => '')
      throw notStarted(log)
    }
    await delay(pollMs)
  }
}

/** Fast shutdown: running statements are aborted, committed data is kept. */
export async function stopPostmaster(clusterDir: string, timeoutMs: number): Promise<void> {
  const postmaster = await findPostmaster(clusterDir)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + timeoutMs
  while (await isServerOf(postmaster.pid, clusterDir)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${postmaster.pid}) did not stop.`)
    await delay(pollMs)
  }
}

async function spawnServer(
  binaries: PostgresBinaries,
  cluster: { readonly clusterDir: string; readonly socketFolder: string; readonly logPath: string },
  options: { readonly isDurable: boolean },
): Promise<ChildProcess> {
  const log = await open(cluster.logPath, 'a', 0o600)
  const settings = serverSettings(cluster.socketFolder, options)
  const command = unprivilegedCommand(binaries.postgres, ['-D', cluster.clusterDir, ...settings])
  const server = spawn(command.program, command.args, {
    env: binaries.env,
    cwd: '/',
    // Detached: the server outlives this process and is shared with others, so it must not depend on our terminal or streams.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  server.on('error', () => {})
  server.unref()
  await log.close()
  return server
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n')
}

async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', flag, folder] = commandLine.split('\0')
  return program.endsWith('postgres') && flag === '-D' && folder === clusterDir
}

/**
 * PostgreSQL ignores the pid of a process that is gone, but takes any live pid for a server: one reused by
 * another program, or a killed server that is still a zombie.
 */
async function removeStaleLock(path: string, clusterDir: string): Promise<void> {
  const [pid] = await readLines(path)
  const isTaken = pid && existsSync(`/proc/${pid}`)
  if (isTaken && !(await isServerOf(Number(pid), clusterDir))) await rm(path, { force: true })
}

async function rotate(logPath: string): Promise<void> {
  const found = await stat(logPath).catch(() => undefined)
  if (found && found.size > logMaxBytes) await rename(logPath, `${logPath}.1`)
}

function notStarted(log: string): Error {
  const tail = log.trimEnd().split('\n').slice(-15).join('\n')
  return new Error(`PostgreSQL did not start. Last lines of its log:\n${tail || '(empty)'}`)
}

export function serverSettings(socketFolder: string, options: { readonly isDurable: boolean }): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // Saves three idle I/O worker processes; no query here reads enough to benefit from them.
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Commits still reach the kernel: killed processes lose nothing, only a power failure does.
    ...(options.isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
