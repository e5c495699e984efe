/** Finds out why this system does not let us build a sandbox, and the one thing that changes it. */
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
  | 'not-isolated'
  | 'unknown'

/** Both are for operators: a problem in one sentence, and the command or setting that helps. */
export interface SandboxRefusal {
  readonly cause: RefusalCause
  readonly problem: string
  readonly remedy: string
}

/** What is known about the system when a sandbox could not be started. */
export interface HostFacts {
  /** What bwrap wrote. */
  readonly stderr: string
  /** Values under /proc/sys; undefined where the kernel does not have it. */
  readonly sysctl: (name: string) => string | undefined
  readonly isContainer: boolean
  /** A system call filter is already applied to this process: that of a container. */
  readonly isFiltered: boolean
}

/** The program that has to be there, and the Debian package it comes in. */
const neededPrograms = { bwrap: 'bubblewrap', prlimit: 'util-linux', perl: 'perl-base' }

export function missingProgram(searchPath: string): SandboxRefusal | null {
  const folders = searchPath.split(':')
  for (const [program, debianPackage] of Object.entries(neededPrograms))
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
  problem: `There is no system call filter for the architecture ${process.arch}.`,
  remedy: 'Run the worker on x64 or arm64.',
}

export const noAnswer: SandboxRefusal = {
  cause: 'no-answer',
  problem: 'bubblewrap did not answer in time.',
  remedy: 'Start the worker again when the machine is less busy.',
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

/** The sysctls come first: they say for certain what bwrap's message only hints at. */
export function explainRefusal({ stderr, sysctl, isContainer, isFiltered }: HostFacts): SandboxRefusal {
  const said = stderr.trim().split('\n')[0] ?? ''
  const refusal = (cause: RefusalCause, problem: string, remedy: string): SandboxRefusal => ({
    cause,
    problem: said === '' ? problem : `${problem} (${said})`,
    remedy,
  })
  if (/unknown option/i.test(said))
    return refusal(
      'program-too-old',
      'bubblewrap is older than 0.8.',
      'Install bubblewrap 0.8 or later (Debian 12, Ubuntu 24.04).',
    )
  if (/setuid/i.test(said) && !/sysctl/i.test(said))
    return refusal(
      'program-setuid',
      'bubblewrap is installed setuid root, which does not allow every option.',
      'sudo chmod u-s /usr/bin/bwrap',
    )
  if (/PR_SET_SECCOMP/.test(said))
    return refusal(
      'no-seccomp',
      'The kernel does not support system call filters.',
      'Run a kernel with CONFIG_SECCOMP_FILTER.',
    )
  // Before the sysctls: a hidden /proc is the problem only after the namespaces have been created.
  if (/mount proc|\/proc\/sys\/user\/max_user_namespaces: Read-only/i.test(said))
    return refusal(
      'container-proc',
      'The container hides parts of /proc, so the kernel does not let the sandbox have its own.',
      `Docker: --security-opt systempaths=unconfined; Podman: --security-opt unmask=ALL; Kubernetes: hostUsers: false and procMount: Unmasked (${deploymentDocs}).`,
    )
  if (sysctl('user/max_user_namespaces') === '0' || /ENOSPC/.test(said))
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
  // Creating the namespace is allowed then, and everything inside of it is not.
  if (sysctl('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return refusal(
      'namespaces-apparmor',
      'AppArmor forbids user namespaces to ordinary users.',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    )
  if (isFiltered && /namespace|unshare|clone/i.test(said))
    return refusal(
      'container-seccomp',
      'The system call filter of the container forbids user namespaces.',
      `Docker and Podman: --security-opt seccomp=deploy/docker/seccomp.json; Kubernetes: seccompProfile Localhost with that file (${deploymentDocs}).`,
    )
  if (isContainer && /mount|slave|pivot/i.test(said))
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
