/**
 * Moves jobs that processes of the previous version queued with pg-boss to the job queue. Removed in the next release,
 * together with pg-boss.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { planIds, plans } from '@filesmith/contract/plans'
import type { JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import { conversionQueues, type NewJob, payloadSchema } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Database } from './database.ts'
import { sql } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import type { WorkerRegistry } from './worker-registry.ts'

/** While web processes of the previous version run, their jobs must not wait. */
const pollMs = 1_000
const idlePollMs = 30_000
const idleAfterMs = 10 * 60_000
const batchSize = 100

const isConversionQueue = /^convert-(short|long)\/(.+)$/
const tierSchema = z.enum(planIds)

interface OlderJobs {
  /** Returns the number of adopted jobs. */
  adopt(): Promise<number>
  close(): Promise<void>
}

/** Undefined if no earlier version has used this database. */
export async function openOlderJobs(
  { orm, pool }: Database,
  workers: Pick<WorkerRegistry, 'listWorkers'>,
  log: Log,
): Promise<OlderJobs | undefined> {
  const schema = await pool.query(`select 1 from pg_namespace where nspname = 'pgboss'`)
  if (schema.rowCount === 0) return undefined
  // Only now: it takes 8 MB of memory.
  const { fromDrizzle, PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
  })
  boss.on('error', error => log.warn({ err: error }, 'queue of the previous version is unavailable'))
  if (!(await boss.isInstalled())) return undefined
  await boss.start()

  function adoptSome(queue: string): Promise<number> {
    return orm.transaction(async tx => {
      const db = fromDrizzle(tx, sql)
      const fetched = await boss.fetch<unknown>(queue, { batchSize, includeMetadata: true, db })
      await insertJobs(
        tx,
        fetched.flatMap(job => toJob(queue, job) ?? []),
      )
      if (fetched.length > 0)
        await boss.complete(
          queue,
          fetched.map(({ id, retryCount }) => ({ id, retryCount })),
          null,
          { db },
        )
      return fetched.length
    })
  }

  return {
    async adopt() {
      // Workers of that version run these jobs themselves, and would take a conversion without one for lost.
      const live = await workers.listWorkers()
      if (live.some(reports => reports.some(({ hasJobQueue }) => hasJobQueue !== true))) return 0
      let adopted = 0
      for (const { name } of await boss.getQueues()) {
        await boss.supervise(name)
        for (let count = batchSize; count === batchSize; adopted += count) count = await adoptSome(name)
      }
      return adopted
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** Undefined for a job that this version does not know. */
function toJob(
  queue: string,
  { id, data, priority, groupId, groupTier }: JobWithMetadata<unknown>,
): NewJob | undefined {
  const [, queueClass, engines] = isConversionQueue.exec(queue) ?? []
  if (queueClass === 'short' || queueClass === 'long') {
    const target = conversionQueues[queueClass]
    const payload = payloadSchema(target).safeParse(data)
    if (!payload.success || !groupId) return undefined
    const limit = plans[tierSchema.catch('free').parse(groupTier)].concurrentJobs
    return {
      id,
      queue: target,
      payload: payload.data,
      engines: engines === undefined || engines === 'any' ? [] : engines.split('.'),
      priority,
      owner: { key: groupId, limit },
    }
  }
  if (queue === 'mails') {
    const payload = payloadSchema('send-mail').safeParse(data)
    return payload.success ? { id, queue: 'send-mail', payload: payload.data } : undefined
  }
  // Inspections are requested again by the client.
  return undefined
}

/** Adopts until stopped; rarely once there has been nothing to adopt for a while. */
export async function adoptRegularly(
  database: Database,
  workers: Pick<WorkerRegistry, 'listWorkers'>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const older = await openOlderJobs(database, workers, log)
  if (!older) return { stop: async () => undefined }
  const stopping = new AbortController()
  async function loop(jobs: OlderJobs): Promise<void> {
    let lastFoundMs = performance.now()
    while (!stopping.signal.aborted) {
      try {
        const count = await jobs.adopt()
        if (count > 0) {
          lastFoundMs = performance.now()
          log.info({ count }, 'jobs of the previous version adopted')
        }
      } catch (error) {
        log.warn({ err: error }, 'adopting jobs of the previous version failed, retrying')
      }
      const isIdle = performance.now() - lastFoundMs > idleAfterMs
      await delay(isIdle ? idlePollMs : pollMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      )
    }
  }
  const looping = loop(older)
  return {
    async stop() {
      stopping.abort()
      await looping
      await older.close()
    },
  }
}
