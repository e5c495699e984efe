/** Processor time and memory of hosts: of the processes in their network namespaces. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import type { HostName } from './addresses.ts'

/** What Linux counts in: USER_HZ, 100 on every platform we run on. */
const ticksPerSecond = 100

/** Jailed engines have namespaces of their own, so they are found through their parents. */
function processesByHost(hosts: Iterable<HostName>): Map<HostName, number[]> {
  const parents = new Map<number, number>()
  const namespaces = new Map<number, string>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      namespaces.set(pid, readlinkSync(`/proc/${pid}/ns/net`))
      parents.set(pid, Number(statFields(pid)[1]))
    } catch {
      // It ended while we looked.
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

/** From the third field of proc(5)'s stat on: the second is a name in brackets and may hold anything. */
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

/** With the time of children that have ended and were waited for. */
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
