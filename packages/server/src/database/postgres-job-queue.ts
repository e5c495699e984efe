/**
 * The job queue in one table. A claim locks the job it takes and skips those that others have locked, so claims do not
 * wait for each other; only claims for the same owner are serialized, so that limits per owner are exact.
 */
import { AppError } from '@filesmith/contract/errors'
import type pg from 'pg'
import {
  type ClaimedJob,
  type ClaimOptions,
  isEngineQueue,
  type JobLease,
  type JobQueue,
  type NewJob,
  payloadSchema,
  type QueueDefinition,
  type QueueName,
  queueNames,
  queues,
} from '../ports/job-queue.ts'
import type { Database } from './database.ts'
import { and, eq, inArray, type NodePgDatabase, sql } from './drizzle.ts'
import { jobs } from './job-schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Seed of the advisory locks that serialize the claims for one owner. */
const ownerLockSeed = 4_701_002

/** A job that crashed its process stays one when its first worker turns out to live. */
const isSuspectSql = `cardinality(lost_attempts) > 0 or crashes > 0`

/**
 * The first job of each set of engines, then the first of these: of the same priority, one of a client that runs nothing in
 * this queue, so that one client's jobs, however many, delay those of others by at most one job. Each set is read through the index in claiming order,
 * so jobs that this worker cannot run cost nothing, however many wait. Locks the job, then its owner.
 */
const nextJobSql = `
  with recursive engine_sets(engines) as (
    (select engines from jobs where queue = $1 and state = 'waiting' order by engines limit 1)
    union all
    select (select jobs.engines from jobs where queue = $1 and state = 'waiting'
      and jobs.engines > engine_sets.engines order by jobs.engines limit 1)
    from engine_sets where engine_sets.engines is not null
  ), running(owner, count) as (
    select owner, count(*) from jobs where state = 'running' and owner is not null group by owner
  ), busy(client) as (
    select distinct client from jobs where queue = $1 and state = 'running' and client is not null
  ), next as (
    select first.*, is_idle from engine_sets cross join (values (true), (false)) choice(is_idle) cross join lateral (
      select id, owner, owner_limit, priority, created_at from jobs
      where queue = $1 and state = 'waiting' and jobs.engines = engine_sets.engines and due_at <= now()
        and ($3 or not (${isSuspectSql}))
        and not exists (select from running where running.owner = jobs.owner and count >= owner_limit)
        and (not is_idle or not exists (select from busy where busy.client = jobs.client))
      order by priority desc, created_at limit 1 for update skip locked
    ) first
    where string_to_array(engine_sets.engines, '.') <@ $2::text[]
      and not string_to_array(engine_sets.engines, '.') && array(select engine from engines_off)
      and (is_idle or not $4)
    order by first.priority desc, is_idle desc, first.created_at limit 1
  )
  select id, owner, pg_advisory_xact_lock(hashtextextended(coalesce(owner, ''), ${ownerLockSeed})) from next
  where owner is not null
  union all select id, owner, null from next where owner is null`

/** A separate statement: it must see the claims that committed before the lock of the owner was acquired. */
const startSql = `
  update jobs set state = 'running', attempt = attempt + 1, output = '',
    lease_until = now() + $2 * interval '1 second'
  where id = $1 and (owner is null or owner_limit >
    (select count(*) from jobs other where other.owner = jobs.owner and other.state = 'running'))
  returning id, payload, attempt, retries_left as "retriesLeft", crashes, ${isSuspectSql} as "isSuspect",
    greatest(0, extract(epoch from now() - due_at) * 1000)::float8 as "waitedMs",
    not exists (select from jobs other where other.queue = jobs.queue and other.state = 'waiting'
      and other.due_at <= now() and other.id <> jobs.id) as "isLastDue"`

interface StartedRow {
  readonly id: string
  readonly payload: unknown
  readonly attempt: number
  readonly retriesLeft: number
  readonly waitedMs: number
  readonly isLastDue: boolean
  readonly isSuspect: boolean
  readonly crashes: number
}

/** The write-ahead log is flushed in order, so the next commit of the worker makes this one durable. */
function hasLaterCommit(queue: QueueName): boolean {
  const definition: QueueDefinition = queues[queue]
  return definition.beginsWithCommit === true
}

/** With retries for internal errors left, a job that was lost this often is dropped: it may take whole machines down. */
const maxLosses = 5

/** Engines of the column, which joins them by dots. */
export function readEngines(column: string): string[] {
  return column === '' ? [] : column.split('.')
}

/** Adds jobs inside the transaction of the caller. Workers are notified when it commits. */
export async function insertJobs(
  tx: Transaction | NodePgDatabase,
  newJobs: readonly NewJob[],
): Promise<void> {
  if (newJobs.length === 0) return
  const rows = newJobs.map(({ id, queue, payload, engines = [], priority = 0, owner, client, unique }) => ({
    id,
    queue,
    payload: queues[queue].payload.parse(payload),
    engines: [...new Set(engines)].sort().join('.'),
    priority,
    owner: owner?.key ?? null,
    ownerLimit: owner?.limit ?? 0,
    client: client ?? owner?.key ?? null,
    uniqueKey: unique?.key ?? null,
    retriesLeft: queues[queue].retries,
  }))
  await tx.insert(jobs).values(rows).onConflictDoNothing()
  for (const queue of new Set(newJobs.map(job => job.queue))) await notify(tx, 'job-waiting', queue)
}

/** Jobs of a visitor who signs in count toward the limit of the account. */
export async function moveJobs(
  tx: Transaction,
  from: string,
  to: { readonly key: string; readonly limit: number; readonly priority: number },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${to.key}, ${ownerLockSeed}))`)
  await tx
    .update(jobs)
    .set({ owner: to.key, ownerLimit: to.limit, client: to.key, priority: to.priority })
    .where(and(eq(jobs.owner, from), inArray(jobs.state, ['waiting', 'running'])))
}

export async function cancelJob(tx: Transaction | NodePgDatabase, id: string): Promise<void> {
  const { rowCount } = await tx.delete(jobs).where(eq(jobs.id, id))
  if (rowCount !== 0) await notify(tx, 'job-changed', id)
}

/** Delivered at the commit, and not at all after a rollback. */
async function notify(
  tx: Transaction | NodePgDatabase,
  topic: 'job-waiting' | 'job-changed',
  id: string,
): Promise<void> {
  await tx.execute(sql`select pg_notify(${`filesmith-${topic}`}, ${id})`)
}

export function createPostgresJobQueue({ orm, pool }: Database): JobQueue {
  /** Undefined if nothing can be claimed; `owner-busy` if others took the last slots of the owner meanwhile. */
  async function startNext(
    client: pg.PoolClient,
    queue: QueueName,
    engines: readonly string[],
    options: ClaimOptions,
  ): Promise<StartedRow | 'owner-busy' | undefined> {
    const next = await client.query<{ id: string }>(nextJobSql, [
      queue,
      engines,
      options.includesSuspects,
      options.ofIdleClients ?? false,
    ])
    const [first] = next.rows
    if (!first) return undefined
    const started = await client.query<StartedRow>(startSql, [first.id, queues[queue].leaseSeconds])
    return started.rows[0] ?? 'owner-busy'
  }

  async function claimRow(
    queue: QueueName,
    engines: readonly string[],
    options: ClaimOptions,
  ): Promise<StartedRow | undefined> {
    for (;;) {
      const client = await pool.connect()
      try {
        await client.query(hasLaterCommit(queue) ? 'begin; set local synchronous_commit = off' : 'begin')
        const row = await startNext(client, queue, engines, options)
        await client.query('commit')
        client.release()
        // Another claim made progress: with a new snapshot, this owner is skipped.
        if (row !== 'owner-busy') return row
      } catch (error) {
        client.release(error instanceof Error ? error : true)
        throw error
      }
    }
  }

  /** Only while the attempt holds its lease. */
  async function settle(
    job: JobLease,
    changes: Parameters<ReturnType<typeof orm.update<typeof jobs>>['set']>[0] | 'remove',
  ): Promise<boolean> {
    const isOurs = and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.state, 'running'))
    const { rowCount } =
      changes === 'remove'
        ? await orm.delete(jobs).where(isOurs)
        : await orm.update(jobs).set(changes).where(isOurs)
    return rowCount !== 0
  }

  async function announced(job: JobLease, isOurs: boolean): Promise<boolean> {
    if (isOurs && queues[job.queue].hasReply) await notify(orm, 'job-changed', job.id)
    return isOurs
  }

  const leaseOf = (queue: QueueName) => sql`now() + ${queues[queue].leaseSeconds} * interval '1 second'`

  async function parse<Queue extends QueueName>(
    queue: Queue,
    { payload, retriesLeft, ...row }: StartedRow,
  ): Promise<ClaimedJob<Queue>> {
    const parsed = payloadSchema(queue).safeParse(payload)
    const claimed = { ...row, queue, isLastAttempt: retriesLeft === 0 }
    if (parsed.success) return { ...claimed, payload: parsed.data }
    // A worker of a newer version may be able to parse it; after the last attempt it is dropped.
    await retry(claimed)
    throw new AppError('internal', {}, { cause: parsed.error })
  }

  async function retry(job: JobLease): Promise<boolean> {
    if (job.isLastAttempt) return settle(job, 'remove')
    const { retries, retrySeconds, maxRetrySeconds } = queues[job.queue]
    const backoff = sql`least(${maxRetrySeconds}, ${retrySeconds} * power(2, ${retries} - ${jobs.retriesLeft}))`
    const isOurs = await settle(job, {
      state: 'waiting',
      retriesLeft: sql`${jobs.retriesLeft} - 1`,
      leaseUntil: null,
      dueAt: sql`now() + ${backoff} * interval '1 second'`,
    })
    return announced(job, isOurs)
  }

  return withDatabaseErrors<JobQueue>({
    async enqueue(job) {
      await orm.transaction(async tx => {
        const { unique } = job
        const replaced =
          unique?.onConflict === 'replace'
            ? await tx.delete(jobs).where(eq(jobs.uniqueKey, unique.key)).returning({ id: jobs.id })
            : []
        for (const { id } of replaced) await notify(tx, 'job-changed', id)
        await insertJobs(tx, [job])
      })
    },

    async listDue(names) {
      const { rows } = await pool.query<{ queue: QueueName }>(
        `select queue from unnest($1::text[]) queue
         where exists (select from jobs where jobs.queue = queue.queue and state = 'waiting' and due_at <= now())`,
        [names],
      )
      return rows.map(({ queue }) => queue)
    },

    async claim(queue, engines, options = { includesSuspects: true }) {
      const row = await claimRow(queue, engines, options)
      const job = row && (await parse(queue, row))
      if (job) await announced(job, true)
      return job
    },

    async renewLease(job) {
      if (await settle(job, { leaseUntil: leaseOf(job.queue) })) return true
      const wasLost = sql`${jobs.id} = ${job.id} and ${job.attempt} = any(${jobs.lostAttempts})`
      await orm
        .update(jobs)
        .set({ lostAttempts: sql`array_remove(${jobs.lostAttempts}, ${job.attempt})` })
        .where(wasLost)
      return false
    },

    async append(job, chunk) {
      const changes = { output: sql`${jobs.output} || ${chunk}`, leaseUntil: leaseOf(job.queue) }
      return announced(job, await settle(job, changes))
    },

    async complete(job, reply) {
      const isOurs = await settle(
        job,
        queues[job.queue].hasReply ? { state: 'done', reply, leaseUntil: null } : 'remove',
      )
      return announced(job, isOurs)
    },

    async fail(job, error) {
      const isOurs = await settle(
        job,
        queues[job.queue].hasReply ? { state: 'failed', error, leaseUntil: null } : 'remove',
      )
      return announced(job, isOurs)
    },

    retry,

    async requeue(job, delayMs = 0) {
      const dueAt = sql`now() + ${delayMs} * interval '1 millisecond'`
      const isOurs = await settle(job, { state: 'waiting', leaseUntil: null, dueAt })
      if (isOurs) await notify(orm, 'job-waiting', job.queue)
      return isOurs
    },

    async requeueCrashed(job) {
      const crashes = sql`${jobs.crashes} + 1`
      const isOurs = await settle(job, { state: 'waiting', leaseUntil: null, dueAt: sql`now()`, crashes })
      if (isOurs) await notify(orm, 'job-waiting', job.queue)
      return isOurs
    },

    cancel: id => cancelJob(orm, id),

    async find(id) {
      const [row] = await orm
        .select({ state: jobs.state, output: jobs.output, reply: jobs.reply, error: jobs.error })
        .from(jobs)
        .where(eq(jobs.id, id))
      return row
    },

    async requeueExpired() {
      const isExpired = sql`${jobs.state} = 'running' and ${jobs.leaseUntil} < now()`
      const hasEngines = inArray(jobs.queue, queueNames.filter(isEngineQueue))
      const isLastLoss = sql`case when ${hasEngines} then cardinality(${jobs.lostAttempts}) >= ${maxLosses}
        else ${jobs.retriesLeft} = 0 end`
      const dropped = await orm.delete(jobs).where(and(isExpired, isLastLoss))
      const requeued = await orm
        .update(jobs)
        .set({
          state: 'waiting',
          leaseUntil: null,
          dueAt: sql`now()`,
          retriesLeft: sql`${jobs.retriesLeft} - case when ${hasEngines} then 0 else 1 end`,
          lostAttempts: sql`case when ${hasEngines} then ${jobs.lostAttempts} || ${jobs.attempt}
            else ${jobs.lostAttempts} end`,
        })
        .where(isExpired)
        .returning({ queue: jobs.queue })
      for (const queue of new Set(requeued.map(row => row.queue))) await notify(orm, 'job-waiting', queue)
      return (dropped.rowCount ?? 0) + requeued.length
    },

    async removeOutdated() {
      let removed = 0
      for (const queue of queueNames) {
        const { keptSeconds } = queues[queue]
        if (keptSeconds === null) continue
        const isOutdated = sql`${jobs.createdAt} < now() - ${keptSeconds} * interval '1 second'`
        const { rowCount } = await orm
          .delete(jobs)
          .where(and(eq(jobs.queue, queue), sql`${jobs.state} <> 'running'`, isOutdated))
        removed += rowCount ?? 0
      }
      return removed
    },
  })
}
