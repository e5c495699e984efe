/** Names of the queues of conversions: one for each lane and set of engines, so that who takes a job can do all of it. */
import type { QueueClass } from '@filesmith/contract/operations/operation'

const prefixByClass: Readonly<Record<QueueClass, string>> = { short: 'convert-short/', long: 'convert-long/' }

/** What versions before worker classes put every job into; they may run beside this one. */
const olderQueueByClass: Readonly<Record<QueueClass, string>> = {
  short: 'conversions',
  long: 'long-conversions',
}

export const olderQueues = Object.values(olderQueueByClass)

/** A job that needs no engine. */
const anyWorker = 'any'

/** For SQL: whether `name` is a queue of conversions, this version's or an older one's. */
export const isConversionQueueSql = (name: string) =>
  `(${name} like 'convert-short/%' or ${name} like 'convert-long/%' or ${name} in ('conversions', 'long-conversions'))`

export function conversionQueue(queueClass: QueueClass, engines: readonly string[]): string {
  const key = engines.length === 0 ? anyWorker : [...new Set(engines)].sort().join('.')
  return `${prefixByClass[queueClass]}${key}`
}

export function olderQueue(queueClass: QueueClass): string {
  return olderQueueByClass[queueClass]
}

/** Undefined for what is no queue of this version. */
export function readConversionQueue(name: string): { queueClass: QueueClass; engines: string[] } | undefined {
  for (const queueClass of ['short', 'long'] as const) {
    if (!name.startsWith(prefixByClass[queueClass])) continue
    const key = name.slice(prefixByClass[queueClass].length)
    return { queueClass, engines: key === anyWorker ? [] : key.split('.') }
  }
  return undefined
}
