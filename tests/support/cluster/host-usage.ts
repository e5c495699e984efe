/** CPU time and memory of hosts, summed over the processes of their network namespaces. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import type { HostName } from './addresses.ts'

/** USER_HZ, which is 100 on all supported platforms. */
const ticksPerSecond = 100

/** Sandboxed engines have separate namespaces, so they are attributed through their parent processes. */
function processesByHost(hosts: Iterable<HostName>): Map<HostName, number[]> {
  const parents = new Map<number, number>()
  const namespaces = new Map<number, string>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      namespaces.set(pid, readlinkSync(`/proc/${pid}/ns/net`))
      parents.set(pid, Number(statFields(pid)[1]))
    } catch {
      // The process exited meanwhile.
    }
  }
  const names = new Map([...hosts].map(host => [`net:[${statSync(`/run/netns/${host}`).ino}]`, host]))
  const found = new Map<HostName, number[]>([...names.values()].map(host => [host, []]))
  for (const pid of parents.keys()) {
    for (let at: number | undefined = pid; at; at = parents.get(at)) {
      const host = names.get(namespaces.get(at) ?? '')
      if (!host) continue
      found.get(host)?.push(pid)
      break
    }
  }
  return found
}

/** Fields of /proc/<pid>/stat from the third on; the second is a name in parentheses that may contain spaces. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function sumByHost(hosts: Iterable<HostName>, measure: (pid: number) => number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [host, pids] of processesByHost(hosts)) {
    sums[host] = pids.reduce((sum, pid) => {
      try {
        return sum + measure(pid)
      } catch {
        return sum
      }
    }, 0)
  }
  return sums
}

/** Includes the time of reaped children. */
export function cpuSecondsByHost(hosts: Iterable<HostName>): Record<string, number> {
  return sumByHost(hosts, pid => {
    const [user, system, childUser, childSystem] = statFields(pid).slice(11, 15).map(Number)
    return ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) / ticksPerSecond
  })
}

export function memoryByHost(hosts: Iterable<HostName>): Record<string, number> {
  return sumByHost(hosts, pid => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  })
}
