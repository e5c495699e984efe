/** Claims from pg-boss, one claim at a time over all workers, so that limits per owner hold exactly. */

import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { ClaimedJob, JobQueue } from '../../ports/job-queue.ts'
import type { Database } from './database.ts'
import { concurrencyByPlan, conversionQueue, executorOf, retryLimit } from './job-boss.ts'
import { translateFaults } from './translate-faults.ts'

/** Arbitrary but fixed: names the lock that makes claims take turns. */
const claimLockKey = 4_701_002

const payloadSchema = z.object({ conversionId: z.uuid() })
/** pg-boss answers more than its types say. */
const touchReplySchema = z.object({ affected: z.number() })

export function createPostgresJobQueue({ pool }: Database, boss: PgBoss): JobQueue {
  const attemptOf = (job: ClaimedJob) => ({ id: job.id, retryCount: job.retryCount })

  return translateFaults<JobQueue>({
    async claim(count) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        // pg-boss counts an owner's running jobs and then claims; without turns two workers count the same.
        await client.query('select pg_advisory_xact_lock($1)', [claimLockKey])
        const jobs = await boss.fetch(conversionQueue, {
          batchSize: count,
          includeMetadata: true,
          groupConcurrency: concurrencyByPlan,
          db: executorOf(client),
        })
        await client.query('commit')
        client.release()
        return jobs.map(job => ({
          id: job.id,
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
      const reply = await boss.touch(conversionQueue, attemptOf(job))
      return touchReplySchema.parse(reply).affected > 0
    },

    async complete(job) {
      await boss.complete(conversionQueue, attemptOf(job))
    },

    async giveBack(job) {
      await boss.fail(conversionQueue, attemptOf(job))
    },
  })
}
