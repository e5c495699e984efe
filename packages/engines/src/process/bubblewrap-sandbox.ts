/** The first sandbox: bubblewrap, with its own namespaces and file system. */
import { readlinkSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { isSandboxArchitecture } from './bpf-program.ts'
import { killGroup } from './kill-group.ts'
import type { SandboxCgroups } from './sandbox-cgroup.ts'
import {
  libraryPaths,
  limitArgv,
  priorityArgv,
  prlimit,
  sharedSystemPaths,
  startProcess,
  systemFolders,
} from './sandbox-command.ts'
import {
  defaultProcesses,
  defaultTmpBytes,
  type Mount,
  type Sandbox,
  type SandboxedCommand,
} from './sandboxed-program.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { watchProcessCount } from './watch-process-tree.ts'

const defaultSharedMemoryBytes = 64 * 1024 * 1024

interface BubblewrapHost {
  readonly searchPath: string
  readonly cgroups: SandboxCgroups | null
  /** The kernel does not limit processes here, so a program with too many is killed from outside. */
  readonly isProcessCountWatched: boolean
}

export function bubblewrapSandbox({ searchPath, cgroups, isProcessCountWatched }: BubblewrapHost): Sandbox {
  const filter = isSandboxArchitecture(process.arch) ? seccompFilter(process.arch) : null
  return {
    kind: 'bubblewrap',
    isIsolated: true,
    hasOwnPaths: true,
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
    // startProcess makes the session, whose priority it sets.
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    ...['--seccomp', String(filterFd)],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(command.system === 'programs' ? ['/usr'] : libraryPaths).flatMap(readOnly),
    ...systemFolders.flatMap(({ path, isLink }) =>
      isLink ? ['--symlink', readlinkSync(path), path] : readOnly(path),
    ),
    ...sharedSystemPaths.flatMap(readOnly),
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

const readOnly = (path: string) => ['--ro-bind-try', path, path]

function mountOption({ isLink, isWritable, isOptional }: Mount): string {
  if (isLink) return '--symlink'
  if (isWritable) return '--bind'
  return isOptional ? '--ro-bind-try' : '--ro-bind'
}
