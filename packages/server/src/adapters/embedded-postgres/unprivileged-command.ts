/** PostgreSQL runs neither as root nor as a user without a name: such a caller's server lives in a user namespace. */
import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * Inside, the caller is `daemon`, whom every Debian knows, and the caller's files look like daemon's own. So
 * every folder works, also private ones, and nothing has to be copied or given away.
 */
const asDaemon = ['--user', '--map-user=1', '--map-group=1', '--'] as const

/** Throws for a user without a name. */
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
    'PostgreSQL does not run as root, and this machine refuses user namespaces: start Filesmith as an ordinary user, or set DATABASE_URL.',
  )
}

function canRunDirectly(readUser: ReadUser): boolean {
  try {
    return readUser().uid !== 0
  } catch {
    return false
  }
}
