/** Names of the queues of conversions: one for each lane and set of engines, so that who takes a job can do all of it. */
import type { Lane } from '@filesmith/contract/operations/operation'

const prefixByLane: Readonly<Record<Lane, string>> = { short: 'convert-short/', long: 'convert-long/' }

/** What versions before worker classes put every job into; they may run beside this one. */
const olderQueueByLane: Readonly<Record<Lane, string>> = { short: 'conversions', long: 'long-conversions' }

export const olderQueues = Object.values(olderQueueByLane)

/** A job that needs no engine. */
const anyWorker = 'any'

/** For SQL: whether `name` is a queue of conversions, this version's or an older one's. */
export const isConversionQueueSql = (name: string) =>
  `(${name} like 'convert-short/%' or ${name} like 'convert-long/%' or ${name} in ('conversions', 'long-conversions'))`

export function conversionQueue(lane: Lane, engines: readonly string[]): string {
  const key = engines.length === 0 ? anyWorker : [...new Set(engines)].sort().join('.')
  return `${prefixByLane[lane]}${key}`
}

export function olderQueue(lane: Lane): string {
  return olderQueueByLane[lane]
}

/** Undefined for what is no queue of this version. */
export function readConversionQueue(name: string): { lane: Lane; engines: string[] } | undefined {
  for (const lane of ['short', 'long'] as const) {
    if (!name.startsWith(prefixByLane[lane])) continue
    const key = name.slice(prefixByLane[lane].length)
    return { lane, engines: key === anyWorker ? [] : key.split('.') }
  }
  return undefined
}
