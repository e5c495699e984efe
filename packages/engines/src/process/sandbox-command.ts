/** What every kind of sandbox needs to start a program: priority, limits, and the parts of the system it may read. */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import type { ProcessLimits } from './sandboxed-program.ts'

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

export function startProcess(argv: readonly string[], { env, cwd, pipes }: StartOptions) {
  const [command = '', ...args] = argv
  const stdio = Array.from({ length: pipes }, () => 'pipe' as const)
  return spawn(command, args, { detached: true, env, cwd, stdio })
}

/** If memory runs out, the kernel kills an engine before the worker, the web process or PostgreSQL. */
const firstToKill = existsSync('/usr/bin/choom') ? ['/usr/bin/choom', '-n', '500', '--'] : []

export function priorityArgv({ niceness }: ProcessLimits): string[] {
  return [...firstToKill, ...(niceness === undefined ? [] : ['nice', '-n', String(niceness)])]
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
