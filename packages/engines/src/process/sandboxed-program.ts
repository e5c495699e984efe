/** A program to be run in a sandbox of any kind. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { SandboxKind } from '@filesmith/contract/schemas/admin'
import type { SandboxRefusal } from './sandbox-refusal.ts'

export interface Mount {
  readonly source: string
  /** Where it appears inside the sandbox. */
  readonly target: string
  readonly isWritable?: boolean
  /** Left out if the source does not exist. */
  readonly isOptional?: boolean
  /** The target is a link to the source, a path inside the sandbox. */
  readonly isLink?: boolean
}

export const defaultTmpBytes = 256 * 1024 * 1024
/** Threads count as well, and several libraries start one or two for each core. */
export const defaultProcesses = 256 + 16 * availableParallelism()

export interface ProcessLimits {
  /** Of one process. Counts memory it may write to; address space merely reserved is free (see limitArgv). */
  readonly memoryBytes?: number
  readonly cpuSeconds?: number
  readonly fileBytes?: number
  /** Processes and threads of the whole sandbox. */
  readonly processes?: number
  /** CPU priority (nice), 0 to 19. */
  readonly niceness?: number
}

export interface SandboxedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly mounts: readonly Mount[]
  /** 'programs' shows the whole of /usr; 'libraries' only what a bound program needs to load. */
  readonly system: 'programs' | 'libraries'
  readonly workingFolder?: string
  /** Its own processes talk over Unix sockets, and it ends them when its input ends. */
  readonly usesUnixSockets?: boolean
  /** Sizes of the in-memory folders /tmp and /dev/shm. */
  readonly tmpBytes?: number
  readonly sharedMemoryBytes?: number
  readonly env?: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
}

/** A command that can only be started inside its sandbox. */
export interface SandboxedProgram {
  start(options?: { readonly hasInputPipe?: boolean }): SandboxedProcess
}

export interface SandboxedProcess {
  /** Leads a process group. With an input pipe, that is `stdio[3]`. */
  readonly child: ChildProcessWithoutNullStreams
  /** Whether the kernel killed one of its processes for the memory limit of the whole sandbox. */
  hasHitMemoryLimit(): boolean
}

export interface Sandbox {
  /** 'none' runs programs with resource limits only. */
  readonly kind: SandboxKind
  readonly isIsolated: boolean
  /** Whether programs see the targets of mounts instead of their sources. */
  readonly hasOwnPaths: boolean
  /** Why no program may run, or null. */
  readonly refusal: SandboxRefusal | null
  prepare(command: SandboxedCommand): SandboxedProgram
}
