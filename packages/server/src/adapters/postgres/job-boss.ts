/** pg-boss configuration: storage, retries and heartbeats come from pg-boss, claiming is custom. */
import { plans } from '@filesmith/contract/plans'
import type pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import type { Log } from '../../ports/log.ts'
import { olderQueues } from './conversion-queues.ts'

export const inspectionQueue = 'inspections'
export const mailQueue = 'mails'

/** A worker without a heartbeat for longer loses its job. */
const heartbeatSeconds = 10

/** With backoff the attempts span about a minute, enough for a dependency to restart. */
const retryLimit = 5

/** Concurrent jobs per owner. */
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

/** Only workers supervise, that is requeue jobs of dead workers. */
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
    // How long finished jobs may outlive their retention; the default is a day.
    maintenanceIntervalSeconds: 60 * 60,
  })
  boss.on('error', error => options.log.warn({ err: error }, 'queue maintenance failed'))
  await boss.start()
  for (const queue of olderQueues) await openConversionQueue(boss, queue)
  await boss.createQueue(inspectionQueue, {
    // Requests for an upload that is already queued or being inspected are merged.
    policy: 'exclusive',
    retryLimit: 1,
    expireInSeconds: 60,
    retentionSeconds: 10 * 60,
    deleteAfterSeconds: 60,
  })
  await boss.createQueue(mailQueue, {
    // With delays doubling from ten seconds, the attempts span about an hour.
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    // Far longer than any SMTP timeout: only a mail whose worker died is requeued.
    expireInSeconds: 5 * 60,
    // A mail not sent within a day is obsolete.
    retentionSeconds: 24 * 60 * 60,
    deleteAfterSeconds: 60,
  })
  return boss
}

/** Settings of every conversion queue; queues are created with the first job that needs their engines. */
export async function openConversionQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.createQueue(queue, {
    retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    heartbeatSeconds,
    // A safety net only: engines have their own time limits.
    expireInSeconds: 12 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
  })
  await cacheQueue(boss, queue)
}

const noJob = '00000000-0000-0000-0000-000000000000'

/**
 * pg-boss looks a queue up on first use, over its own connection. Inside a transaction this can deadlock the pool:
 * transactions hold every connection while the lookup waits for one.
 */
export async function cacheQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.getJobById(queue, noJob)
}
