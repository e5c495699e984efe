/** The running server process: finding it, starting it, waiting for it, ending it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { serverSettings } from './server-settings.ts'
import { unprivilegedCommand } from './unprivileged-command.ts'

export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly isReady: boolean
}

const pidFileName = 'postmaster.pid'
const pollMs = 25
const logMaxBytes = 4 * 1024 * 1024
/** Left by a server that was killed: its last backends are still ending, or its memory is not freed yet. */
const passingFault = /postmaster\.pid" already exists|shared memory block .* is still in use/

/** The server of this cluster, if one runs; a pid file whose number now belongs to another program does not count. */
async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const lines = await readLines(join(clusterDir, pidFileName))
  const pid = Number(lines[0])
  if (!(pid > 0) || !(await isServerOf(pid, clusterDir))) return undefined
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/** Call it under the launch lock, with a cluster in place. */
export async function launchPostmaster(
  binaries: PostgresBinaries,
  cluster: { readonly clusterDir: string; readonly socketFolder: string; readonly logPath: string },
  options: { readonly isDurable: boolean; readonly timeoutMs: number },
): Promise<Postmaster> {
  const giveUpAt = Date.now() + options.timeoutMs
  await rotate(cluster.logPath)
  for (;;) {
    await removeStaleLock(join(cluster.clusterDir, pidFileName), cluster.clusterDir)
    await removeStaleLock(join(cluster.socketFolder, '.s.PGSQL.5432.lock'), cluster.clusterDir)
    const logStart = (await stat(cluster.logPath).catch(() => undefined))?.size ?? 0
    const server = await spawnServer(binaries, cluster, options)
    const postmaster = await waitUntilReady(cluster.clusterDir, giveUpAt, server)
    if (postmaster) return postmaster
    const said = (await readFile(cluster.logPath, 'utf8').catch(() => '')).slice(logStart)
    if (!passingFault.test(said) || Date.now() > giveUpAt) throw notStarted(said)
    await delay(pollMs * 8)
  }
}

/** After a crash this includes the recovery. Undefined when the given child ended before it was ready. */
export async function waitUntilReady(
  clusterDir: string,
  giveUpAt: number,
  server?: ChildProcess,
): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = await findPostmaster(clusterDir)
    if (postmaster?.isReady) return postmaster
    const hasEnded = server ? server.exitCode !== null || server.signalCode !== null : !postmaster
    if (hasEnded) return undefined
    if (Date.now() > giveUpAt) {
      const log = await readFile(join(clusterDir, '..', 'postgres.log'), 'utf8').catch(() => '')
      throw notStarted(log)
    }
    await delay(pollMs)
  }
}

/** Fast shutdown: running statements are ended, everything committed is kept. */
export async function endPostmaster(clusterDir: string, timeoutMs: number): Promise<void> {
  const postmaster = await findPostmaster(clusterDir)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const giveUpAt = Date.now() + timeoutMs
  while (await isServerOf(postmaster.pid, clusterDir)) {
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop.`)
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
    // It outlives us and is shared with other processes: no terminal and no stream of ours may end it.
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
 * PostgreSQL sees through the number of a process that is gone, but takes every other one for a server: a
 * stranger that got the number later, or a killed server that its parent has not taken note of.
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
  return new Error(`PostgreSQL did not start. The end of its log:\n${tail || '(nothing)'}`)
}
