/** Diagnoses why the system does not allow a sandbox, and names the one change that fixes it. */
import { existsSync, readFileSync } from 'node:fs'

export type RefusalCause =
  | 'program-missing'
  | 'program-too-old'
  | 'program-setuid'
  | 'architecture'
  | 'no-answer'
  | 'namespaces-disabled'
  | 'namespaces-unprivileged'
  | 'namespaces-apparmor'
  | 'container-seccomp'
  | 'container-apparmor'
  | 'container-proc'
  | 'no-seccomp'
  | 'no-landlock'
  | 'not-isolated'
  | 'unknown'

/** For operators: the problem in one sentence, and the command or setting that fixes it. */
export interface SandboxRefusal {
  readonly cause: RefusalCause
  readonly problem: string
  readonly remedy: string
}

/** Facts about the system when the sandbox could not be started. */
export interface HostFacts {
  /** Error output of bwrap. */
  readonly stderr: string
  /** Values below /proc/sys; undefined if the kernel does not have one. */
  readonly sysctl: (name: string) => string | undefined
  readonly isContainer: boolean
  /** A system call filter, such as that of a container, is already applied to this process. */
  readonly isFiltered: boolean
}

/** Required programs and their Debian packages. */
const neededPrograms = { prlimit: 'util-linux', perl: 'perl-base' }

export function missingProgram(searchPath: string, kind: 'bubblewrap' | 'landlock'): SandboxRefusal | null {
  const folders = searchPath.split(':')
  const needed = kind === 'bubblewrap' ? { bwrap: 'bubblewrap', ...neededPrograms } : neededPrograms
  for (const [program, debianPackage] of Object.entries(needed))
    if (!folders.some(folder => existsSync(`${folder}/${program}`)))
      return {
        cause: 'program-missing',
        problem: `The program ${program} is missing; install the package "${debianPackage}".`,
        remedy: `sudo apt-get install --no-install-recommends ${debianPackage}`,
      }
  return null
}

export const unsupportedArchitecture: SandboxRefusal = {
  cause: 'architecture',
  problem: `The architecture ${process.arch} is not supported: no system call filter.`,
  remedy: 'Run the worker on x64 or arm64.',
}

export const noAnswer: SandboxRefusal = {
  cause: 'no-answer',
  problem: 'The sandbox timed out.',
  remedy: 'Restart the worker when the machine is less loaded.',
}

export function notIsolated(possible: readonly string[]): SandboxRefusal {
  return {
    cause: 'not-isolated',
    problem: `A program inside the sandbox could do what it must not: ${possible.join(', ')}.`,
    remedy:
      'Update the kernel and the package "bubblewrap"; if it remains, report it as SECURITY.md describes.',
  }
}

const deploymentDocs = 'docs/deployment.md, "What the sandbox needs"'

/** `stderr`: error output of the launcher. */
export function explainLandlockRefusal(stderr: string): SandboxRefusal {
  return {
    cause: 'no-landlock',
    problem: `The kernel does not offer Landlock (${stderr.trim().replace(/\n.*/s, '')}).`,
    remedy: `Run Linux 5.13 or later with "landlock" in its "lsm=" parameter (${deploymentDocs}).`,
  }
}

/** Sysctls are checked first: they are definite, while bwrap's message is only a hint. */
export function explainRefusal({ stderr, sysctl, isContainer, isFiltered }: HostFacts): SandboxRefusal {
  const message = stderr.trim().replace(/\n.*/s, '')
  const refusal = (cause: RefusalCause, problem: string, remedy: string): SandboxRefusal => ({
    cause,
    problem: message === '' ? problem : `${problem} (${message})`,
    remedy,
  })
  if (/unknown option/i.test(message))
    return refusal(
      'program-too-old',
      'bubblewrap is older than 0.8.',
      'Install bubblewrap 0.8 or later (Debian 12, Ubuntu 24.04).',
    )
  if (/setuid/i.test(message) && !/sysctl/i.test(message))
    return refusal(
      'program-setuid',
      'bubblewrap is installed setuid root, which does not allow every option.',
      'sudo chmod u-s /usr/bin/bwrap',
    )
  if (/PR_SET_SECCOMP/.test(message))
    return refusal(
      'no-seccomp',
      'The kernel does not support system call filters.',
      'Run a kernel with CONFIG_SECCOMP_FILTER.',
    )
  // Before the sysctls: a masked /proc matters only after the namespaces have been created.
  if (/mount proc|\/proc\/sys\/user\/max_user_namespaces: Read-only/i.test(message))
    return refusal(
      'container-proc',
      'The container masks parts of /proc, so the kernel does not allow the sandbox to mount its own.',
      `Docker: --security-opt systempaths=unconfined; Podman: --security-opt unmask=ALL; Kubernetes: hostUsers: false and procMount: Unmasked (${deploymentDocs}).`,
    )
  if (sysctl('user/max_user_namespaces') === '0' || /ENOSPC/.test(message))
    return refusal(
      'namespaces-disabled',
      'user.max_user_namespaces forbids more user namespaces.',
      'sudo sysctl -w user.max_user_namespaces=10000',
    )
  if (sysctl('kernel/unprivileged_userns_clone') === '0')
    return refusal(
      'namespaces-unprivileged',
      'kernel.unprivileged_userns_clone forbids user namespaces to ordinary users.',
      'sudo sysctl -w kernel.unprivileged_userns_clone=1',
    )
  // Creating the namespace is then allowed, but nothing inside of it.
  if (sysctl('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return refusal(
      'namespaces-apparmor',
      'AppArmor forbids user namespaces to ordinary users.',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    )
  if (isFiltered && /namespace|unshare|clone/i.test(message))
    return refusal(
      'container-seccomp',
      'The system call filter of the container forbids user namespaces.',
      `Docker and Podman: --security-opt seccomp=deploy/docker/seccomp.json; Kubernetes: seccompProfile Localhost with that file (${deploymentDocs}).`,
    )
  if (isContainer && /mount|slave|pivot/i.test(message))
    return refusal(
      'container-apparmor',
      'The container forbids mounts.',
      `Docker and Podman: --security-opt apparmor=unconfined; Kubernetes: appArmorProfile Unconfined (${deploymentDocs}).`,
    )
  return refusal('unknown', 'This system does not let bubblewrap create a sandbox.', `See ${deploymentDocs}.`)
}

export function readHostFacts(stderr: string): HostFacts {
  return {
    stderr,
    sysctl: name => readIfThere(`/proc/sys/${name}`)?.trim(),
    isContainer:
      process.env.KUBERNETES_SERVICE_HOST !== undefined ||
      existsSync('/.dockerenv') ||
      existsSync('/run/.containerenv'),
    isFiltered: /^Seccomp:\s*2$/m.test(readIfThere('/proc/self/status') ?? ''),
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
