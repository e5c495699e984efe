/** Runs an engine's program isolated from the machine: no network, a read-only system, only the job's files. */
import { AppError } from '@filesmith/contract/errors'
import { isSandboxArchitecture } from './bpf-program.ts'
import { bubblewrapSandbox } from './bubblewrap-sandbox.ts'
import { landlockAbi, landlockPrepare, removeLeftFolders } from './landlock-sandbox.ts'
import { delegatedCgroup, type SandboxCgroups } from './sandbox-cgroup.ts'
import { limitArgv, priorityArgv, startProcess } from './sandbox-command.ts'
import { probeSandbox } from './sandbox-probe.ts'
import { explainLandlockRefusal, type SandboxRefusal, unsupportedArchitecture } from './sandbox-refusal.ts'
import type { Mount, Sandbox, SandboxedCommand, SandboxedProgram } from './sandboxed-program.ts'

/** 'required' takes bubblewrap or, where the system refuses it, Landlock; the names insist on one of them. */
export const sandboxModes = ['required', 'bubblewrap', 'landlock', 'off'] as const
export type SandboxMode = (typeof sandboxModes)[number]

export type {
  Mount,
  ProcessLimits,
  Sandbox,
  SandboxedProcess,
  SandboxedProgram,
} from './sandboxed-program.ts'

export interface SandboxOptions {
  /** Search path for bwrap and nice. */
  readonly searchPath: string
  readonly probeTimeoutMs: number
  readonly cgroups: SandboxCgroups | null
  readonly landlockAbi: typeof landlockAbi
}

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
      hasOwnPaths: false,
      refusal: null,
      prepare: command => programWithoutSandbox(command),
    }
  }
  const host: SandboxOptions = {
    searchPath: '/usr/local/bin:/usr/bin:/bin',
    probeTimeoutMs: 60_000,
    cgroups: options.cgroups === undefined ? delegatedCgroup() : options.cgroups,
    landlockAbi,
    ...options,
  }
  if (mode === 'landlock') {
    const landlock = await tryLandlock(host)
    return 'prepare' in landlock ? landlock : refusedSandbox(landlock, warn)
  }
  const bubblewrap = await tryBubblewrap(host)
  if ('prepare' in bubblewrap) return bubblewrap
  if (mode === 'bubblewrap') return refusedSandbox(bubblewrap, warn)
  const landlock = await tryLandlock(host)
  if ('prepare' in landlock) {
    warn(
      `engines run in the second sandbox (Landlock and seccomp), because bubblewrap does not work: ${bubblewrap.problem} ${bubblewrap.remedy}`,
    )
    return landlock
  }
  const problem = `${bubblewrap.problem} The second sandbox does not work either: ${landlock.problem}`
  return refusedSandbox({ ...bubblewrap, problem }, warn)
}

async function tryBubblewrap(host: SandboxOptions): Promise<Sandbox | SandboxRefusal> {
  const { refusal, hasProcessLimit } = await probeSandbox(
    bubblewrapSandbox({ ...host, isProcessCountWatched: false }).prepare,
    { ...host, timeoutMs: host.probeTimeoutMs, kind: 'bubblewrap' },
  )
  return refusal ?? bubblewrapSandbox({ ...host, isProcessCountWatched: !hasProcessLimit })
}

async function tryLandlock(host: SandboxOptions): Promise<Sandbox | SandboxRefusal> {
  if (!isSandboxArchitecture(process.arch)) return unsupportedArchitecture
  const abi = host.landlockAbi()
  if (typeof abi !== 'number') return explainLandlockRefusal(abi.stderr)
  removeLeftFolders()
  const prepare = landlockPrepare({ ...host, abi })
  const { refusal } = await probeSandbox(prepare, {
    ...host,
    timeoutMs: host.probeTimeoutMs,
    kind: 'landlock',
  })
  return refusal ?? { kind: 'landlock', isIsolated: true, hasOwnPaths: false, refusal: null, prepare }
}

function refusedSandbox(refusal: SandboxRefusal, warn: (message: string) => void): Sandbox {
  // Otherwise operators would see every tool unavailable without a reason.
  warn(`no engine runs, because the sandbox does not work: ${refusal.problem} ${refusal.remedy}`)
  return {
    kind: 'none',
    isIsolated: false,
    hasOwnPaths: false,
    refusal,
    prepare: () => {
      throw new AppError('engine-missing', { tool: 'This conversion' }, { cause: new Error(refusal.problem) })
    },
  }
}

/** Where a program in the sandbox finds what is mounted for it. */
export function pathInside({ hasOwnPaths }: Pick<Sandbox, 'hasOwnPaths'>, { source, target }: Mount): string {
  return hasOwnPaths ? target : source
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
