/** Runs an engine's program isolated from the machine: no network, a read-only system, only the job's files. */
import { spawn } from 'node:child_process'
import { lstatSync, readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Duplex } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import { killGroup } from './kill-group.ts'
import { delegatedCgroup, type SandboxCgroups } from './sandbox-cgroup.ts'
import { probeSandbox } from './sandbox-probe.ts'
import type { SandboxRefusal } from './sandbox-refusal.ts'
import type { Mount, ProcessLimits, SandboxedCommand, SandboxedProgram } from './sandboxed-program.ts'
import { isSandboxArchitecture, seccompFilter } from './seccomp-filter.ts'
import { watchProcessCount } from './watch-process-tree.ts'

export type SandboxMode = 'required' | 'off'

export type { Mount, ProcessLimits, SandboxedProcess, SandboxedProgram } from './sandboxed-program.ts'

/** 'none' runs programs with resource limits only. */
export type SandboxKind = 'bubblewrap' | 'none'

export interface Sandbox {
  readonly kind: SandboxKind
  /** Whether programs see other paths than this process: false for kind 'none'. */
  readonly isIsolated: boolean
  /** Why no program may run, or null. */
  readonly refusal: SandboxRefusal | null
  prepare(command: SandboxedCommand): SandboxedProgram
}

export interface SandboxOptions {
  /** Search path for bwrap and nice. */
  readonly searchPath: string
  readonly probeTimeoutMs: number
  readonly cgroups: SandboxCgroups | null
}

const defaultTmpBytes = 256 * 1024 * 1024
const defaultSharedMemoryBytes = 64 * 1024 * 1024
const maxOpenFiles = 256
/** Threads count as well, and several libraries start one or two for each core. */
const defaultProcesses = 256 + 16 * availableParallelism()
const prlimit = '/usr/bin/prlimit'

/** Programs never run without isolation unless the mode is 'off'. */
export async function createSandbox(
  mode: SandboxMode,
  warn: (message: string) => void,
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  if (mode === 'off') {
    warn(
      'SANDBOX=off: engines run without a sandbox, so a malicious file can read, change and send everything that this user can. Set SANDBOX=required.',
    )
    return {
      kind: 'none',
      isIsolated: false,
      refusal: null,
      prepare: command => programWithoutSandbox(command),
    }
  }
  const { searchPath = '/usr/local/bin:/usr/bin:/bin', probeTimeoutMs = 60_000 } = options
  const cgroups = options.cgroups === undefined ? delegatedCgroup() : options.cgroups
  const host = { searchPath, cgroups }
  const probe = await probeSandbox(bubblewrap({ ...host, isProcessCountWatched: false }).prepare, {
    searchPath,
    timeoutMs: probeTimeoutMs,
  })
  if (probe.refusal === null) return bubblewrap({ ...host, isProcessCountWatched: !probe.hasProcessLimit })
  // Otherwise operators would see every tool unavailable without a reason.
  warn(`no engine runs, because the sandbox does not work: ${probe.refusal.problem} ${probe.refusal.remedy}`)
  return refusedSandbox(probe.refusal)
}

function refusedSandbox(refusal: SandboxRefusal): Sandbox {
  return {
    kind: 'none',
    isIsolated: false,
    refusal,
    prepare: () => {
      throw new AppError('engine-missing', { tool: 'This conversion' }, { cause: new Error(refusal.problem) })
    },
  }
}

interface BubblewrapHost {
  readonly searchPath: string
  readonly cgroups: SandboxCgroups | null
  /** The kernel does not limit processes here, so a program with too many is killed from outside. */
  readonly isProcessCountWatched: boolean
}

function bubblewrap({ searchPath, cgroups, isProcessCountWatched }: BubblewrapHost): Sandbox {
  const filter = isSandboxArchitecture(process.arch) ? seccompFilter(process.arch) : null
  return {
    kind: 'bubblewrap',
    isIsolated: true,
    refusal: null,
    prepare: command => ({
      start({ hasInputPipe = false } = {}) {
        const { processes = defaultProcesses, memoryBytes } = command.limits
        const filterFd = hasInputPipe ? 4 : 3
        const memoryFolders = tmpBytesOf(command) + sharedMemoryBytesOf(command)
        const cgroup = cgroups?.create({
          processes,
          ...(memoryBytes !== undefined && { memoryBytes: memoryBytes + memoryFolders }),
        })
        const argv = [...(cgroup?.argv ?? []), ...bubblewrapArgv(command, filterFd)]
        const child = startProcess(argv, { env: { PATH: searchPath }, pipes: filterFd + 1 })
        const filterPipe = child.stdio[filterFd]
        if (filter === null || !(filterPipe instanceof Duplex)) {
          killGroup(child)
          throw new Error('The system call filter cannot be passed on')
        }
        // bwrap reads the filter completely before it starts the program, and does not start it without.
        filterPipe.on('error', () => {}).resume()
        filterPipe.end(filter)
        if (cgroup) child.once('close', () => cgroup.remove())
        if (isProcessCountWatched && child.pid !== undefined) {
          const stop = watchProcessCount(child.pid, processes, () => killGroup(child))
          child.once('close', stop)
        }
        return { child, hasHitMemoryLimit: () => cgroup?.hasHitMemoryLimit() ?? false }
      },
    }),
  }
}

function programWithoutSandbox(command: SandboxedCommand): SandboxedProgram {
  const argv = [
    ...priorityArgv(command.limits),
    ...limitArgv(command.limits),
    command.command,
    ...command.args,
  ]
  const env = { PATH: process.env.PATH, HOME: '/tmp', LANG: 'C.UTF-8', ...command.env }
  return {
    start: ({ hasInputPipe = false } = {}) => ({
      child: startProcess(argv, { env, cwd: command.workingFolder, pipes: hasInputPipe ? 4 : 3 }),
      hasHitMemoryLimit: () => false,
    }),
  }
}

interface StartOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string | undefined
  readonly pipes: number
}

function startProcess(argv: readonly string[], { env, cwd, pipes }: StartOptions) {
  const [command = '', ...args] = argv
  const stdio = Array.from({ length: pipes }, () => 'pipe' as const)
  return spawn(command, args, { detached: true, env, cwd, stdio })
}

function priorityArgv({ niceness }: ProcessLimits): string[] {
  return niceness === undefined ? [] : ['nice', '-n', String(niceness)]
}

/**
 * Memory is limited by RLIMIT_DATA rather than by RLIMIT_AS: Node, WebAssembly and most runtimes reserve
 * far more address space than they touch, and data counts only what is writable.
 */
function limitArgv(limits: ProcessLimits): string[] {
  const argv = [prlimit, '--core=0', `--nofile=${maxOpenFiles}`]
  if (limits.memoryBytes !== undefined) argv.push(`--data=${limits.memoryBytes}`)
  // One second between soft and hard limit: SIGXCPU gives the reason, SIGKILL cannot be ignored.
  if (limits.cpuSeconds !== undefined) argv.push(`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`)
  if (limits.fileBytes !== undefined) argv.push(`--fsize=${limits.fileBytes}`)
  return [...argv, '--']
}

const tmpBytesOf = ({ tmpBytes = defaultTmpBytes }: SandboxedCommand) => tmpBytes
const sharedMemoryBytesOf = ({ sharedMemoryBytes = defaultSharedMemoryBytes }: SandboxedCommand) =>
  sharedMemoryBytes

function bubblewrapArgv(command: SandboxedCommand, filterFd: number): string[] {
  const env = { PATH: '/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...command.env }
  const { processes = defaultProcesses } = command.limits
  // Counted for each user namespace (Linux 5.14), so it has to be set inside of it. Not enforced for the system's root.
  const [limit, ...limits] = limitArgv(command.limits)
  return [
    ...priorityArgv(command.limits),
    'bwrap',
    ...['--unshare-all', '--unshare-user', '--disable-userns'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--seccomp', String(filterFd)],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(command.system === 'programs' ? ['--ro-bind', '/usr', '/usr'] : libraryMounts()),
    ...['/bin', '/lib', '/lib64'].flatMap(systemFolder),
    ...['/etc/fonts', '/etc/alternatives', '/etc/ld.so.cache'].flatMap(path => ['--ro-bind-try', path, path]),
    ...['--ro-bind-try', '/var/cache/fontconfig', '/var/cache/fontconfig'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(sharedMemoryBytesOf(command)), '--tmpfs', '/dev/shm'],
    ...['--size', String(tmpBytesOf(command)), '--tmpfs', '/tmp'],
    ...command.mounts.flatMap(mount => [mountOption(mount), mount.source, mount.target]),
    // The root and /dev are in memory without a size limit. /proc/sys is writable for the system's root, even without
    // capabilities: a core_pattern would run a program outside of the sandbox.
    ...['/', '/dev', '/proc'].flatMap(path => ['--remount-ro', path]),
    ...['--chdir', command.workingFolder ?? '/tmp'],
    ...['--', limit ?? prlimit, `--nproc=${processes}`, ...limits],
    command.command,
    ...command.args,
  ]
}

function mountOption({ isLink, isWritable, isOptional }: Mount): string {
  if (isLink) return '--symlink'
  if (isWritable) return '--bind'
  return isOptional ? '--ro-bind-try' : '--ro-bind'
}

function libraryMounts(): string[] {
  const folders = [
    '/usr/lib',
    '/usr/lib64',
    '/usr/share/fonts',
    '/usr/share/fontconfig',
    '/usr/local/share/fonts',
  ]
  return [...folders.flatMap(folder => ['--ro-bind-try', folder, folder]), ...['--ro-bind', prlimit, prlimit]]
}

/** With merged /usr, /lib is a link into /usr; otherwise it is a folder. */
function systemFolder(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return []
  return entry.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}
