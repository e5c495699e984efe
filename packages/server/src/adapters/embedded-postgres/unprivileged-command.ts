/** PostgreSQL refuses to run as root or as a user without a passwd entry; such callers run it in a user namespace. */
import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * The caller is mapped to `daemon`, which exists on every Debian, so its files appear to belong to daemon:
 * private folders keep working, and nothing has to be copied or chowned.
 */
const asDaemon = ['--user', '--map-user=1', '--map-group=1', '--'] as const

/** Throws for a user without a passwd entry. */
type ReadUser = () => { readonly uid: number }

export function unprivilegedCommand(
  program: string,
  args: readonly string[],
  readUser: ReadUser = userInfo,
): Command {
  return canRunDirectly(readUser)
    ? { program, args }
    : { program: 'unshare', args: [...asDaemon, program, ...args] }
}

export function checkPrivileges(readUser: ReadUser = userInfo): void {
  if (canRunDirectly(readUser) || spawnSync('unshare', [...asDaemon, 'true']).status === 0) return
  throw new Error(
    'PostgreSQL does not run as root, and user namespaces are disabled on this machine: start Filesmith as an unprivileged user, or set DATABASE_URL.',
  )
}

function canRunDirectly(readUser: ReadUser): boolean {
  try {
    return readUser().uid !== 0
  } catch {
    return false
  }
}
