/**
 * The second sandbox, for systems that refuse namespaces to bubblewrap, such as a plain container. Programs see the
 * paths of the worker, but can open only what they are given.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSandboxArchitecture, type SandboxArchitecture } from './bpf-program.ts'
import { killGroup } from './kill-group.ts'
import { landlockFilter, noConnectFilter } from './landlock-filter.ts'
import type { SandboxCgroups } from './sandbox-cgroup.ts'
import {
  libraryPaths,
  limitArgv,
  priorityArgv,
  sharedSystemPaths,
  startProcess,
  systemFolders,
} from './sandbox-command.ts'
import {
  defaultProcesses,
  defaultTmpBytes,
  type Mount,
  type SandboxedCommand,
  type SandboxedProgram,
} from './sandboxed-program.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { watchProcessCount } from './watch-process-tree.ts'

const launcher = fileURLToPath(new URL('landlock-launcher.pl', import.meta.url))
const perl = '/usr/bin/perl'
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom']
/** What libraries read to count cores and memory. */
const kernelFiles = [
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/proc/version',
  '/proc/filesystems',
  '/proc/sys/kernel/random/uuid',
  '/proc/sys/vm/overcommit_memory',
  '/sys/devices/system/cpu',
]
/** Node ends if it sees this file but cannot read it. */
const opensslSettings = '/etc/ssl/openssl.cnf'
const folderPrefix = 'filesmith-sandbox-'

/** Version of Landlock, or the error of the kernel. */
export function landlockAbi(): number | { readonly stderr: string } {
  const { stdout, stderr, error } = spawnSync(perl, [launcher, 'abi'], { encoding: 'utf8', env: {} })
  const abi = Number(stdout)
  return abi >= 1 ? abi : { stderr: error?.message ?? stderr }
}

interface LandlockHost {
  readonly searchPath: string
  readonly cgroups: SandboxCgroups | null
  readonly abi: number
}

export function landlockPrepare({ searchPath, cgroups, abi }: LandlockHost) {
  const { arch } = process
  if (!isSandboxArchitecture(arch)) throw new Error(`No system call filter for ${arch}`)
  const filters = {
    withSockets: filtersFor(arch, abi, true),
    withoutSockets: filtersFor(arch, abi, false),
  }
  return (command: SandboxedCommand): SandboxedProgram => ({
    start({ hasInputPipe = false } = {}) {
      const { processes = defaultProcesses, memoryBytes } = command.limits
      const { usesUnixSockets = false, tmpBytes = defaultTmpBytes } = command
      const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
      const pipes = hasInputPipe ? 4 : 3
      const cgroup = cgroups?.create({ processes, ...(memoryBytes !== undefined && { memoryBytes }) })
      const settings = [
        `arch=${arch}`,
        `abi=${abi}`,
        `worker=${process.pid}`,
        // A program with children ends them itself when its input ends; SIGKILL would make them orphans.
        `deathSignal=${usesUnixSockets ? 0 : 9}`,
        `firstClosed=${pipes}`,
        `filters=${usesUnixSockets ? filters.withSockets : filters.withoutSockets}`,
      ]
      const argv = [
        ...(cgroup?.argv ?? []),
        ...priorityArgv(command.limits),
        ...[perl, launcher, 'run', settings.join(), ...rulesOf(command, folder), '--'],
        // There is no file system of limited size: at least no file is larger.
        ...limitArgv({ fileBytes: tmpBytes, ...command.limits }),
        command.command,
        ...command.args,
      ]
      const env = { PATH: searchPath, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...command.env }
      const child = startProcess(argv, { env, cwd: command.workingFolder ?? folder, pipes })
      // Processes that it has started may have closed their pipes.
      child.once('exit', () => killGroup(child))
      const stopCounting =
        cgroup || child.pid === undefined
          ? undefined
          : watchProcessCount(child.pid, processes, () => killGroup(child))
      const clean = () => {
        stopCounting?.()
        cgroup?.remove()
        rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
      }
      child.once('close', clean).once('error', clean)
      return { child, hasHitMemoryLimit: () => cgroup?.hasHitMemoryLimit() ?? false }
    },
  })
}

/** Command prefix for a program inside the sandbox that never connects to a socket. */
export function withoutConnectArgv(): readonly string[] {
  const { arch } = process
  if (!isSandboxArchitecture(arch)) throw new Error(`No system call filter for ${arch}`)
  return [perl, launcher, 'filter', `arch=${arch},filters=${noConnectFilter(arch).toString('hex')}`, '--']
}

export const launcherMount: Mount = { source: launcher, target: launcher }

/** Folders that a killed worker has left. */
export function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = name.match(/^filesmith-sandbox-(\d+)-/) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Of another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function filtersFor(architecture: SandboxArchitecture, abi: number, hasUnixSockets: boolean): string {
  const programs = [seccompFilter(architecture), landlockFilter(architecture, { abi, hasUnixSockets })]
  return programs.map(program => program.toString('hex')).join('+')
}

function rulesOf({ system, mounts }: SandboxedCommand, folder: string): string[] {
  const readable = [
    ...(system === 'programs' ? ['/usr'] : libraryPaths),
    // A link would allow its target, of which programs need only the libraries.
    ...systemFolders.flatMap(({ path, isLink }) => (isLink ? [] : [path])),
    ...sharedSystemPaths,
    ...[...kernelFiles, opensslSettings],
  ]
  return [
    ...readable.map(path => `r:${path}`),
    ...devices.map(path => `d:${path}`),
    `w:${folder}`,
    ...mounts.flatMap(({ source, isWritable, isLink }) =>
      isLink ? [] : [`${isWritable ? 'w' : 'r'}:${resolve(source)}`],
    ),
  ]
}
