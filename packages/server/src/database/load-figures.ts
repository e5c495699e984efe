/** Queue depth and recent throughput across all processes. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import { conversionQueues } from '../ports/job-queue.ts'
import { pipelines } from './api-schema.ts'
import { chats } from './chat-schema.ts'
import type { Database } from './database.ts'
import { and, count, eq, gt, gte, inArray, isNotNull, isNull, sql } from './drizzle.ts'
import { jobs } from './job-schema.ts'
import { readEngines } from './postgres-job-queue.ts'
import { contactMessages, conversions, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface QueueFigure {
  readonly queueClass: QueueClass
  readonly engines: readonly string[]
  readonly waiting: number
  readonly running: number
  readonly oldestWaitSeconds: number | null
}

export interface DayFigures {
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly medianSeconds: number | null
  readonly p95Seconds: number | null
  /** Only hours in which conversions finished. */
  readonly byHour: readonly { readonly startsAt: Date; readonly succeeded: number; readonly failed: number }[]
}

interface LoadTotals {
  readonly jobs: { readonly waiting: number; readonly running: number }
  readonly mails: { readonly waiting: number; readonly failed: number }
  readonly users: number
  readonly unreadMessages: number
  readonly unreadChats: number
}

const isWaiting = eq(jobs.state, 'waiting')
const isRunning = eq(jobs.state, 'running')

/** An expired conversion shows by its error, or by the size of its result, how it ended. */
const ended = inArray(conversions.status, ['succeeded', 'failed', 'cancelled', 'expired'])
const hasFailed = isNotNull(conversions.errorCode)
const hasSucceeded = and(isNull(conversions.errorCode), isNotNull(conversions.resultSize))
const seconds = sql`extract(epoch from ${conversions.finishedAt} - ${conversions.startedAt})`
const countIf = (condition: ReturnType<typeof and>) => sql<number>`count(*) filter (where ${condition})::int`
const hour = sql<Date>`date_trunc('hour', ${conversions.finishedAt}, 'UTC')`.mapWith(conversions.finishedAt)

export type LoadFigures = ReturnType<typeof createLoadFigures>

export function createLoadFigures({ orm }: Database) {
  return withDatabaseErrors({
    /** Queues with waiting or running jobs. */
    async queues(): Promise<QueueFigure[]> {
      const oldestWait = sql<
        number | null
      >`extract(epoch from now() - min(${jobs.createdAt}) filter (where ${isWaiting}))::float8`
      const rows = await orm
        .select({
          queue: jobs.queue,
          engines: jobs.engines,
          waiting: countIf(isWaiting),
          running: countIf(isRunning),
          oldestWaitSeconds: oldestWait,
        })
        .from(jobs)
        .where(inArray(jobs.queue, Object.values(conversionQueues)))
        .groupBy(jobs.queue, jobs.engines)
        .orderBy(jobs.queue, jobs.engines)
      return rows.map(({ queue, engines, ...figures }) => ({
        queueClass: queue === conversionQueues.short ? 'short' : 'long',
        engines: readEngines(engines),
        ...figures,
      }))
    },

    async finishedSince(moment: Date): Promise<DayFigures> {
      const since = and(ended, gte(conversions.finishedAt, moment))
      const percentile = (share: number) =>
        sql<number | null>`percentile_cont(${sql.raw(String(share))}) within group (order by ${seconds})
          filter (where ${hasSucceeded})::float8`
      const [total] = await orm
        .select({
          all: count(),
          succeeded: countIf(hasSucceeded),
          failed: countIf(hasFailed),
          medianSeconds: percentile(0.5),
          p95Seconds: percentile(0.95),
        })
        .from(conversions)
        .where(since)
      const byHour = await orm
        .select({ startsAt: hour, succeeded: countIf(hasSucceeded), failed: countIf(hasFailed) })
        .from(conversions)
        .where(since)
        .groupBy(hour)
      const { all = 0, succeeded = 0, failed = 0, medianSeconds = null, p95Seconds = null } = total ?? {}
      return { succeeded, failed, cancelled: all - succeeded - failed, medianSeconds, p95Seconds, byHour }
    },

    async totals(): Promise<LoadTotals> {
      const [[unfinished], [mails], [accounts], [messages], [unreadChats]] = await Promise.all([
        orm
          .select({
            waiting: countIf(eq(pipelines.status, 'queued')),
            running: countIf(eq(pipelines.status, 'running')),
          })
          .from(pipelines)
          .where(inArray(pipelines.status, ['queued', 'running'])),
        orm
          .select({ waiting: countIf(eq(jobs.attempt, 0)), failed: countIf(gt(jobs.attempt, 0)) })
          .from(jobs)
          .where(eq(jobs.queue, 'send-mail')),
        orm.select({ count: count() }).from(users),
        orm
          .select({ count: count() })
          .from(contactMessages)
          .where(and(isNull(contactMessages.handledAt), eq(contactMessages.isSuspected, false))),
        orm.select({ count: count() }).from(chats).where(isNotNull(chats.operatorsUnreadSince)),
      ])
      return {
        jobs: unfinished ?? { waiting: 0, running: 0 },
        mails: mails ?? { waiting: 0, failed: 0 },
        users: accounts?.count ?? 0,
        unreadMessages: messages?.count ?? 0,
        unreadChats: unreadChats?.count ?? 0,
      }
    },

    /** Number of running conversions by worker id. */
    async runningByWorker(): Promise<ReadonlyMap<string, number>> {
      const rows = await orm
        .select({ id: conversions.workerId, count: count() })
        .from(conversions)
        .where(and(eq(conversions.status, 'running'), isNotNull(conversions.workerId)))
        .groupBy(conversions.workerId)
      return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
    },
  })
}
