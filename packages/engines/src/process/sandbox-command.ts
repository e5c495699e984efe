/** What every kind of sandbox needs to start a program: priority, limits, and the parts of the system it may read. */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessLimits } from './sandboxed-program.ts'

/** Web processes and the database come first: an engine that uses all cores must not make requests wait. */
const engineNiceness = 10
const maxOpenFiles = 256
export const prlimit = '/usr/bin/prlimit'

/** What a program needs to load if the rest of /usr is hidden. */
export const libraryPaths = [
  '/usr/lib',
  '/usr/lib64',
  '/usr/share/fonts',
  '/usr/share/fontconfig',
  '/usr/local/share/fonts',
  prlimit,
]

export const sharedSystemPaths = [
  '/etc/fonts',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/var/cache/fontconfig',
]

/** With merged /usr these are links into it; otherwise they are folders. */
export const systemFolders = ['/bin', '/lib', '/lib64'].flatMap(path => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry === undefined ? [] : [{ path, isLink: entry.isSymbolicLink() }]
})

interface StartOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string | undefined
  readonly pipes: number
}

/** In a session without a terminal, so that no input can be pushed into one (TIOCSTI). */
export function startProcess(argv: readonly string[], { env, cwd, pipes }: StartOptions) {
  const [command = '', ...args] = argv
  const stdio = Array.from({ length: pipes }, () => 'pipe' as const)
  const child = spawn(command, args, { detached: true, env, cwd, stdio })
  if (child.pid !== undefined) void lowerSession(child.pid)
  return child
}

const sessionTries = 10
/** The kernel allows one change of a session every 100 ms, except for root. */
const sessionRetryMs = 150

/**
 * Where the kernel groups processes by session (autogroup, the default of Debian), a niceness counts within the session
 * only, and sessions share the processor evenly: the session itself gets one too. Elsewhere the file is missing.
 */
async function lowerSession(pid: number): Promise<void> {
  for (let tries = 0; tries < sessionTries; tries++) {
    const error = await writeFile(`/proc/${pid}/autogroup`, String(engineNiceness)).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    )
    if (error?.code !== 'EAGAIN') return
    await delay(sessionRetryMs, undefined, { ref: false })
  }
}

/** If memory runs out, the kernel kills an engine before the worker, the web process or PostgreSQL. */
const firstToKill = existsSync('/usr/bin/choom') ? ['/usr/bin/choom', '-n', '500', '--'] : []

export function priorityArgv({ niceness = engineNiceness }: ProcessLimits): string[] {
  return [...firstToKill, 'nice', '-n', String(niceness)]
}

/**
 * Memory is limited by RLIMIT_DATA rather than by RLIMIT_AS: Node, WebAssembly and most runtimes reserve
 * far more address space than they touch, and data counts only what is writable.
 */
export function limitArgv(limits: ProcessLimits): string[] {
  const argv = [prlimit, '--core=0', `--nofile=${maxOpenFiles}`]
  if (limits.memoryBytes !== undefined) argv.push(`--data=${limits.memoryBytes}`)
  // One second between soft and hard limit: SIGXCPU gives the reason, SIGKILL cannot be ignored.
  if (limits.cpuSeconds !== undefined) argv.push(`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`)
  if (limits.fileBytes !== undefined) argv.push(`--fsize=${limits.fileBytes}`)
  return [...argv, '--']
}
