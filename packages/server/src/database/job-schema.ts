/** The table of the job queue. */
import type { JobError, QueueName } from '../ports/job-queue.ts'
import { index, integer, jsonb, pgTable, sql, text, uuid } from './drizzle.ts'
import { instant } from './schema.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    queue: text('queue').$type<QueueName>().notNull(),
    /** Engines that a worker needs, sorted and joined by dots. */
    engines: text('engines').notNull().default(''),
    priority: integer('priority').notNull().default(0),
    /** No more than `ownerLimit` jobs with this key run at once. */
    owner: text('owner'),
    ownerLimit: integer('owner_limit').notNull().default(0),
    /** What shares capacity fairly with others: the network of visitors, an account. */
    client: text('client'),
    uniqueKey: text('unique_key').unique(),
    payload: jsonb('payload').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    /** Fencing token: a worker presumed dead may come back. */
    attempt: integer('attempt').notNull().default(0),
    retriesLeft: integer('retries_left').notNull(),
    dueAt: instant('due_at').notNull().default(sql`now()`),
    leaseUntil: instant('lease_until'),
    /** Attempts whose worker stopped renewing the lease and has not come back: with any, the job is a suspect. */
    lostAttempts: integer('lost_attempts').array().notNull().default(sql`'{}'`),
    /** How often the job crashed a process that ran nothing else. */
    crashes: integer('crashes').notNull().default(0),
    output: text('output').notNull().default(''),
    reply: jsonb('reply'),
    error: jsonb('error').$type<JobError>(),
    /** Advances within a transaction, so that jobs of one request keep their order. */
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  table => [
    index('jobs_next')
      .on(table.queue, table.engines, table.priority.desc().nullsFirst(), table.createdAt)
      .where(sql`${table.state} = 'waiting'`),
    index('jobs_due').on(table.queue, table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('jobs_running').on(table.owner).where(sql`${table.state} = 'running'`),
    index('jobs_waiting_owner').on(table.owner).where(sql`${table.state} = 'waiting'`),
  ],
)
