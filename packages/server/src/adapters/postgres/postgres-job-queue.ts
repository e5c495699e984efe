/** Claims jobs from pg-boss, one claim at a time across all workers, so that limits per owner are exact. */

import type { QueueClass } from '@filesmith/contract/operations/operation'
import type pg from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { ClaimedJob, JobQueue } from '../../ports/job-queue.ts'
import { adoptOlderJobs, type ServedWork } from './adopt-older-jobs.ts'
import { conversionQueue, isConversionQueueSql, readConversionQueue } from './conversion-queues.ts'
import type { Database } from './database.ts'
import { cacheQueue, concurrencyByPlan, executorOf } from './job-boss.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Arbitrary but fixed: advisory lock that serializes claims. */
const claimLockKey = 4_701_002

const payloadSchema = z.object({ conversionId: z.uuid() })
/** pg-boss returns more than its types declare. */
const touchReplySchema = z.object({ affected: z.number() })

/** pg-boss limits an owner within one queue; these limits count across all queues and workers. */
const busyOwnersSql = `
  select group_id as "ownerId" from pgboss.job
  where name in (select name from pgboss.queue where ${isConversionQueueSql('name')})
    and state = 'active' and group_id is not null
  group by group_id, group_tier
  having count(*) >= coalesce(($1::jsonb ->> group_tier)::int, 1)`

/** The queue whose first job comes before the first jobs of all others: one order across many queues. */
const nextQueueSql = `
  select queue.name from unnest($1::text[]) queue(name)
  cross join lateral (
    select job.priority, job.created_on from pgboss.job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
      and (job.group_id is null or job.group_id <> all($2::text[]))
    order by job.priority desc, job.created_on limit 1
  ) first
  order by first.priority desc, first.created_on limit 1`

/** Read with every claim, so that disabling or enabling an engine takes effect at once. */
const queuesSql = `
  select name, array(select engine from engines_off) as off from pgboss.queue where starts_with(name, $1)`

/** For any owner: a cheap check without the claim lock. */
const isAnyDueSql = `
  select 1 from pgboss.job
  where name = any($1) and state < 'active' and not blocked and start_after <= now() limit 1`

/** A job that was never started must not count as an attempt. */
const putBackSql = `
  update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now()
  where name = $1 and id = $2 and retry_count = $3 and state = 'active'`

interface Claims {
  readonly jobs: JobWithMetadata<object>[]
  /** Must be looked up outside the lock before it can be claimed from. */
  readonly unknownQueue?: string
}

export function createPostgresJobQueue({ pool }: Database, boss: PgBoss, served: ServedWork): JobQueue {
  const attemptOf = (job: ClaimedJob) => ({ id: job.id, retryCount: job.retryCount })
  const known = new Set<string>()

  async function queuesServed(client: Pick<pg.Pool, 'query'>, queueClass: QueueClass): Promise<string[]> {
    const prefix = conversionQueue(queueClass, []).replace(/any$/, '')
    const { rows } = await client.query<{ name: string; off: readonly string[] }>(queuesSql, [prefix])
    const isServed = (engine: string, off: readonly string[]) =>
      served.engines.includes(engine) && !off.includes(engine)
    return rows
      .filter(({ name, off }) => readConversionQueue(name)?.engines.every(engine => isServed(engine, off)))
      .map(({ name }) => name)
  }

  async function claimUnderLock(
    client: pg.PoolClient,
    queueClass: QueueClass,
    count: number,
  ): Promise<Claims> {
    const jobs: JobWithMetadata<object>[] = []
    const queues = await queuesServed(client, queueClass)
    while (jobs.length < count && queues.length > 0) {
      const busy = await client.query<{ ownerId: string }>(busyOwnersSql, [JSON.stringify(concurrencyByPlan)])
      const ignoreGroups = busy.rows.map(({ ownerId }) => ownerId)
      const next = await client.query<{ name: string }>(nextQueueSql, [queues, ignoreGroups])
      const name = next.rows[0]?.name
      if (name === undefined) break
      if (!known.has(name)) return { jobs, unknownQueue: name }
      const [job] = await boss.fetch<object>(name, {
        batchSize: 1,
        includeMetadata: true,
        ignoreGroups,
        db: executorOf(client),
      })
      if (!job) break
      jobs.push(job)
    }
    return { jobs }
  }

  async function claimSerialized(queueClass: QueueClass, count: number): Promise<Claims> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // An owner's running jobs are counted before the claim; without the lock two workers would count the same.
      await client.query('select pg_advisory_xact_lock($1)', [claimLockKey])
      const claims = await claimUnderLock(client, queueClass, count)
      await client.query('commit')
      client.release()
      return claims
    } catch (error) {
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }

  async function isAnyDue(queueClass: QueueClass): Promise<boolean> {
    const due = await pool.query(isAnyDueSql, [await queuesServed(pool, queueClass)])
    return due.rows.length > 0
  }

  async function claimWaiting(queueClass: QueueClass, count: number): Promise<JobWithMetadata<object>[]> {
    const claimed: JobWithMetadata<object>[] = []
    // Idle workers poll twice a second each; they must not contend with busy ones for the lock.
    if (!(await isAnyDue(queueClass))) return claimed
    for (;;) {
      const { jobs, unknownQueue } = await claimSerialized(queueClass, count - claimed.length)
      claimed.push(...jobs)
      if (unknownQueue === undefined) return claimed
      await cacheQueue(boss, unknownQueue)
      known.add(unknownQueue)
    }
  }

  return withDatabaseErrors<JobQueue>({
    async claim(queueClass, count) {
      const jobs = await claimWaiting(queueClass, count)
      const free = count - jobs.length
      if (free > 0 && (await adoptOlderJobs(pool, boss, served, queueClass, free)) > 0)
        jobs.push(...(await claimWaiting(queueClass, free)))
      return jobs.map(job => ({
        id: job.id,
        queue: job.name,
        conversionId: payloadSchema.parse(job.data).conversionId,
        retryCount: job.retryCount,
        // Both by the clock of the database. A retry is due only after its delay.
        waitedMs: Math.max(0, job.startedOn.getTime() - job.startAfter.getTime()),
        isLastAttempt: job.retryCount >= job.retryLimit,
      }))
    },

    async heartbeat(job) {
      const reply = await boss.touch(job.queue, attemptOf(job))
      return touchReplySchema.parse(reply).affected > 0
    },

    async complete(job) {
      await boss.complete(job.queue, attemptOf(job))
    },

    async retry(job) {
      await boss.fail(job.queue, attemptOf(job))
    },

    async requeue(job) {
      await pool.query(putBackSql, [job.queue, job.id, job.retryCount])
    },
  })
}
