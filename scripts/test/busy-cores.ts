/** Measures CPU utilization: a suite that leaves cores idle could be faster. */
import { cpus } from 'node:os'

/** Returns the utilization in percent since the call. */
export function watchCores(): () => number {
  const before = readTimes()
  return () => {
    const after = readTimes()
    const total = after.total - before.total
    return total === 0 ? 0 : Math.round((100 * (after.busy - before.busy)) / total)
  }
}

function readTimes(): { readonly busy: number; readonly total: number } {
  let [busy, total] = [0, 0]
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle
    total += all
    busy += all - times.idle
  }
  return { busy, total }
}
