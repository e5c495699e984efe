/** Claims from pg-boss, one claim at a time over all workers, so that limits per owner hold exactly. */

import type { Lane } from '@filesmith/contract/operations/operation'
import type pg from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { ClaimedJob, JobQueue } from '../../ports/job-queue.ts'
import type { Database } from './database.ts'
import { concurrencyByPlan, conversionQueues, executorOf, laneQueue, retryLimit } from './job-boss.ts'
import { translateFaults } from './translate-faults.ts'

/** Arbitrary but fixed: names the lock that makes claims take turns. */
const claimLockKey = 4_701_002

const payloadSchema = z.object({ conversionId: z.uuid() })
/** pg-boss answers more than its types say. */
const touchReplySchema = z.object({ affected: z.number() })

/** pg-boss limits an owner within one queue; our limits count over all lanes. */
const busyOwnersSql = `
  select group_id as "ownerId" from pgboss.job
  where name = any($1) and state = 'active' and group_id is not null
  group by group_id, group_tier
  having count(*) >= coalesce(($2::jsonb ->> group_tier)::int, 1)`

export function createPostgresJobQueue({ pool }: Database, boss: PgBoss): JobQueue {
  const attemptOf = (job: ClaimedJob) => ({ id: job.id, retryCount: job.retryCount })

  async function claimOne(client: pg.PoolClient, lane: Lane): Promise<JobWithMetadata<object> | undefined> {
    const busy = await client.query<{ ownerId: string }>(busyOwnersSql, [
      conversionQueues,
      JSON.stringify(concurrencyByPlan),
    ])
    const [job] = await boss.fetch<object>(laneQueue(lane), {
      batchSize: 1,
      includeMetadata: true,
      ignoreGroups: busy.rows.map(({ ownerId }) => ownerId),
      db: executorOf(client),
    })
    return job
  }

  return translateFaults<JobQueue>({
    async claim(lane, count) {
      const client = await pool.connect()
      try {
        const jobs: JobWithMetadata<object>[] = []
        await client.query('begin')
        // An owner's running jobs are counted before the claim; without turns two workers count the same.
        await client.query('select pg_advisory_xact_lock($1)', [claimLockKey])
        while (jobs.length < count) {
          const job = await claimOne(client, lane)
          if (!job) break
          jobs.push(job)
        }
        await client.query('commit')
        client.release()
        return jobs.map(job => ({
          id: job.id,
          lane,
          conversionId: payloadSchema.parse(job.data).conversionId,
          retryCount: job.retryCount,
          isLastTry: job.retryCount >= retryLimit,
        }))
      } catch (error) {
        client.release(error instanceof Error ? error : true)
        throw error
      }
    },

    async heartbeat(job) {
      const reply = await boss.touch(laneQueue(job.lane), attemptOf(job))
      return touchReplySchema.parse(reply).affected > 0
    },

    async complete(job) {
      await boss.complete(laneQueue(job.lane), attemptOf(job))
    },

    async giveBack(job) {
      await boss.fail(laneQueue(job.lane), attemptOf(job))
    },
  })
}
