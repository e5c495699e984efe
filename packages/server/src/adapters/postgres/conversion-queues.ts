/** Names of the conversion queues: one per queue class and set of engines, so that a worker can run every job it claims. */
import type { QueueClass } from '@filesmith/contract/operations/operation'

const prefixByClass: Readonly<Record<QueueClass, string>> = { short: 'convert-short/', long: 'convert-long/' }

/** Queues of versions before worker classes, which may run beside this one. */
const olderQueueByClass: Readonly<Record<QueueClass, string>> = {
  short: 'conversions',
  long: 'long-conversions',
}

export const olderQueues = Object.values(olderQueueByClass)

/** Key for jobs that need no engine. */
const anyWorker = 'any'

/** SQL condition: whether `name` is a conversion queue of this or an older version. */
export const isConversionQueueSql = (name: string) =>
  `(${name} like 'convert-short/%' or ${name} like 'convert-long/%' or ${name} in ('conversions', 'long-conversions'))`

export function conversionQueue(queueClass: QueueClass, engines: readonly string[]): string {
  const key = engines.length === 0 ? anyWorker : [...new Set(engines)].sort().join('.')
  return `${prefixByClass[queueClass]}${key}`
}

export function olderQueue(queueClass: QueueClass): string {
  return olderQueueByClass[queueClass]
}

/** Undefined if it is not a queue of this version. */
export function readConversionQueue(name: string): { queueClass: QueueClass; engines: string[] } | undefined {
  for (const queueClass of ['short', 'long'] as const) {
    if (!name.startsWith(prefixByClass[queueClass])) continue
    const key = name.slice(prefixByClass[queueClass].length)
    return { queueClass, engines: key === anyWorker ? [] : key.split('.') }
  }
  return undefined
}
