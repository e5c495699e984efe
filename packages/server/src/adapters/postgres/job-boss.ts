/** pg-boss as we use it: its storage, retries and heartbeats, with claims of our own. */
import { plans } from '@filesmith/contract/plans'
import type pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import type { Log } from '../../ports/log.ts'
import { olderQueues } from './conversion-queues.ts'

export const inspectionQueue = 'inspections'
export const mailQueue = 'mails'

/** A worker that stays silent for longer has lost its job to another one. */
const heartbeatSeconds = 10

/** With growing pauses between them the tries span a minute, time enough for a restart of what was away. */
const retryLimit = 5

/** How many jobs of one owner run at once. */
export const concurrencyByPlan: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(plans).map(([id, plan]) => [id, plan.concurrentJobs]),
)

export function executorOf(client: Pick<pg.Pool, 'query'>): Db {
  return {
    async executeSql(text, values) {
      return client.query(text, values)
    },
  }
}

/** Only workers supervise: they hand jobs of silent workers to others. */
export async function startBoss(
  pool: pg.Pool,
  options: { isSupervisor: boolean; log: Log },
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: executorOf(pool),
    schedule: false,
    supervise: options.isSupervisor,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // How long a settled job may outlive its time; by default a whole day.
    maintenanceIntervalSeconds: 60 * 60,
  })
  boss.on('error', error => options.log.warn({ err: error }, 'the queue could not be looked after'))
  await boss.start()
  for (const queue of olderQueues) await openConversionQueue(boss, queue)
  await boss.createQueue(inspectionQueue, {
    // Asking again for what is waited for or looked at already is one question.
    policy: 'exclusive',
    retryLimit: 1,
    expireInSeconds: 60,
    retentionSeconds: 10 * 60,
    deleteAfterSeconds: 60,
  })
  await boss.createQueue(mailQueue, {
    // With pauses that double from ten seconds on, the tries span about an hour.
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    // Far longer than a mail server may be silent: only a mail whose worker died is handed to another one.
    expireInSeconds: 5 * 60,
    // What nobody sends in a day is no news any more.
    retentionSeconds: 24 * 60 * 60,
    deleteAfterSeconds: 60,
  })
  return boss
}

/** Of every queue of conversions; others come into being with the first job that needs their engines. */
export async function openConversionQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.createQueue(queue, {
    retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    heartbeatSeconds,
    // Engines have time limits of their own; this one is only a net below them.
    expireInSeconds: 12 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
  })
  await learnQueue(boss, queue)
}

const noJob = '00000000-0000-0000-0000-000000000000'

/**
 * pg-boss looks a queue up when it is first used, over a connection of its own. Inside a transaction that others
 * wait for this would stall them all: they hold every connection, and it waits for one.
 */
export async function learnQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.getJobById(queue, noJob)
}
