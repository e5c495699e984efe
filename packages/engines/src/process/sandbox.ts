/** Builds the jail a foreign program runs in: no network, a read-only system, nothing else of the machine. */
import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { promisify } from 'node:util'

export type SandboxMode = 'required' | 'auto' | 'off'

export interface Mount {
  readonly source: string
  /** Where it appears inside the jail. */
  readonly target: string
  readonly isWritable?: boolean
  /** The target is a link to the source, a path inside the jail. */
  readonly isLink?: boolean
}

export interface ProcessLimits {
  /** Of one process. Counts memory it may write to; address space merely reserved is free (see argv). */
  readonly memoryBytes?: number
  readonly cpuSeconds?: number
  readonly fileBytes?: number
  /** How far it steps back for other work of the machine, 0 to 19. */
  readonly niceness?: number
}

export interface SandboxedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly mounts: readonly Mount[]
  /** 'programs' shows the whole of /usr; 'libraries' only what a bound program needs to load. */
  readonly system: 'programs' | 'libraries'
  readonly workingFolder?: string
  /** How much fits into its /tmp, which is memory. */
  readonly tmpBytes?: number
  readonly env?: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
}

export interface Sandbox {
  /** False when programs run with limits only, because isolation is switched off or missing. */
  readonly isIsolated: boolean
  /** Why nothing may run here at all, in an operator's words. */
  readonly refusal: string | null
  argv(sandboxed: SandboxedCommand): readonly [string, ...string[]]
}

export interface SandboxProbe {
  readonly searchPath: string
  readonly probeTimeoutMs: number
}

const usualProbe: SandboxProbe = { searchPath: '/usr/local/bin:/usr/bin:/bin', probeTimeoutMs: 60_000 }
const silence = 'bubblewrap did not answer in time; start the worker again when the machine is less busy.'

const usualTmpBytes = 256 * 1024 * 1024
const maxOpenFiles = 256

/** Asks once whether bubblewrap really works here; kernels and containers may forbid what the package offers. */
export async function createSandbox(
  mode: SandboxMode,
  warn: (message: string) => void,
  { searchPath, probeTimeoutMs }: SandboxProbe = usualProbe,
): Promise<Sandbox> {
  if (mode === 'off') return { isIsolated: false, refusal: null, argv: unsandboxedArgv }
  const problem = await probeBubblewrap(searchPath, probeTimeoutMs)
  if (problem === null) return { isIsolated: true, refusal: null, argv: sandboxedArgv }
  // Silence does not say that there is no sandbox: going without one has to be sure of it.
  const isForGood = problem !== silence
  if (mode === 'required' || !isForGood) {
    const refusal = `SANDBOX=${mode}, but the sandbox does not work: ${problem}`
    // Without this line an operator sees every tool gone and no reason.
    warn(refusal)
    return { isIsolated: false, refusal, argv: unsandboxedArgv }
  }
  warn(`Files are converted without a sandbox: ${problem}`)
  return { isIsolated: false, refusal: null, argv: unsandboxedArgv }
}

async function probeBubblewrap(searchPath: string, timeoutMs: number): Promise<string | null> {
  const [command, ...args] = sandboxedArgv({
    command: '/usr/bin/true',
    args: [],
    mounts: [],
    system: 'programs',
    limits: {},
  })
  try {
    await promisify(execFile)(command, args, { timeout: timeoutMs, env: { PATH: searchPath } })
    return null
  } catch (error) {
    const hasProgram = (name: string) => searchPath.split(':').some(folder => existsSync(`${folder}/${name}`))
    if (!hasProgram('bwrap')) return 'the program bwrap is missing; install the package "bubblewrap".'
    if (!hasProgram('prlimit')) return 'the program prlimit is missing; install the package "util-linux".'
    if ((error as { killed?: boolean }).killed) return silence
    const detail = String((error as { stderr?: string }).stderr ?? '').trim()
    return `the package "bubblewrap" is installed, but this system does not let it create a jail (${detail.split('\n')[0]}).`
  }
}

/**
 * Memory is limited by RLIMIT_DATA rather than by RLIMIT_AS: Node, WebAssembly and most runtimes reserve
 * far more address space than they touch, and data counts only what is writable.
 */
function limitArgv(limits: ProcessLimits): readonly [string, ...string[]] {
  const argv: [string, ...string[]] =
    limits.niceness === undefined ? ['prlimit'] : ['nice', '-n', String(limits.niceness), 'prlimit']
  argv.push('--core=0', `--nofile=${maxOpenFiles}`)
  if (limits.memoryBytes !== undefined) argv.push(`--data=${limits.memoryBytes}`)
  // A second between the soft and the hard limit: the first signal tells us the reason, the second cannot be ignored.
  if (limits.cpuSeconds !== undefined) argv.push(`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`)
  if (limits.fileBytes !== undefined) argv.push(`--fsize=${limits.fileBytes}`)
  return argv
}

function unsandboxedArgv(sandboxed: SandboxedCommand): readonly [string, ...string[]] {
  return [...limitArgv(sandboxed.limits), '--', sandboxed.command, ...sandboxed.args]
}

function sandboxedArgv(sandboxed: SandboxedCommand): readonly [string, ...string[]] {
  const env = { PATH: '/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...sandboxed.env }
  return [
    ...limitArgv(sandboxed.limits),
    '--',
    'bwrap',
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(sandboxed.system === 'programs' ? ['--ro-bind', '/usr', '/usr'] : libraryMounts()),
    ...['/bin', '/lib', '/lib64'].flatMap(systemFolder),
    ...['/etc/fonts', '/etc/alternatives', '/etc/ld.so.cache'].flatMap(path => ['--ro-bind-try', path, path]),
    ...['--ro-bind-try', '/var/cache/fontconfig', '/var/cache/fontconfig'],
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(sandboxed.tmpBytes ?? usualTmpBytes)],
    ...['--tmpfs', '/tmp'],
    ...sandboxed.mounts.flatMap(mount => [
      mount.isLink ? '--symlink' : mount.isWritable ? '--bind' : '--ro-bind',
      mount.source,
      mount.target,
    ]),
    ...['--chdir', sandboxed.workingFolder ?? '/tmp'],
    '--',
    sandboxed.command,
    ...sandboxed.args,
  ]
}

function libraryMounts(): string[] {
  const folders = [
    '/usr/lib',
    '/usr/lib64',
    '/usr/share/fonts',
    '/usr/share/fontconfig',
    '/usr/local/share/fonts',
  ]
  return folders.flatMap(folder => ['--ro-bind-try', folder, folder])
}

/** On a merged system /lib is a link into /usr; elsewhere it is a folder of its own. */
function systemFolder(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return []
  return entry.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}
