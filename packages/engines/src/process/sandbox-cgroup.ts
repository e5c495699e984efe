/**
 * One cgroup for each running sandbox, which limits memory and processes of all its programs together. Available
 * if systemd has delegated a cgroup to the service (`Delegate=memory pids`, `DelegateSubgroup=worker`): the worker
 * is then in a subgroup, so that the service's own group is empty and may have further subgroups.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface CgroupLimits {
  readonly processes: number
  readonly memoryBytes?: number
}

export interface SandboxCgroup {
  /** Command prefix that joins the group before it runs the command. */
  readonly argv: readonly string[]
  hasHitMemoryLimit(): boolean
  remove(): void
}

export interface SandboxCgroups {
  create(limits: CgroupLimits): SandboxCgroup
}

const mountFolder = '/sys/fs/cgroup'
const controllers = ['memory', 'pids']
const prefix = 'filesmith-sandbox-'
const joinScript = 'echo 0 > "$0/cgroup.procs" && exec "$@"'

/** Null if no cgroup v2 has been delegated; then resource limits and watching replace it. */
export function delegatedCgroup(): SandboxCgroups | null {
  try {
    const [, path = ''] = /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? []
    const unit = dirname(path)
    if (!/\.(service|scope)$/.test(basename(unit))) return null
    return openCgroup(join(mountFolder, unit))
  } catch {
    return null
  }
}

export function openCgroup(folder: string): SandboxCgroups {
  writeFileSync(join(folder, 'cgroup.subtree_control'), controllers.map(name => `+${name}`).join(' '))
  // Groups left by a killed worker; a group with processes cannot be removed.
  const ended = new Set(
    readdirSync(folder)
      .filter(name => name.startsWith(prefix))
      .map(name => join(folder, name)),
  )
  const removeEnded = () => {
    for (const group of ended) {
      try {
        rmdirSync(group)
        ended.delete(group)
      } catch {
        // Its last process is still exiting: retried with the next group.
      }
    }
  }
  removeEnded()
  let count = 0
  return {
    create({ processes, memoryBytes }) {
      const group = join(folder, `${prefix}${process.pid}-${count++}`)
      mkdirSync(group)
      writeFileSync(join(group, 'pids.max'), String(processes))
      if (memoryBytes !== undefined) {
        writeFileSync(join(group, 'memory.max'), String(memoryBytes))
        writeFileSync(join(group, 'memory.swap.max'), '0')
        writeFileSync(join(group, 'memory.oom.group'), '1')
      }
      let hasHit = false
      const readEvents = () => {
        try {
          hasHit ||= /^oom_kill [1-9]/m.test(readFileSync(join(group, 'memory.events'), 'utf8'))
        } catch {
          // Removed; the value read before counts.
        }
        return hasHit
      }
      return {
        argv: ['/bin/sh', '-c', joinScript, group],
        hasHitMemoryLimit: readEvents,
        remove() {
          readEvents()
          ended.add(group)
          removeEnded()
        },
      }
    },
  }
}
