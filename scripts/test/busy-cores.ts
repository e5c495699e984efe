/** How much of the machine's cores was used over a while: a suite that leaves them idle could be quicker. */
import { cpus } from 'node:os'

/** Answers the share in percent since it was begun. */
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
