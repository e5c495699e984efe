/** Installation-wide metrics read from the database, so that every process reports the same values. */
import { type ErrorCode, isErrorCode } from '@filesmith/contract/errors'
import { conversionQueues } from '../ports/job-queue.ts'
import type { Database } from './database.ts'
import { withDatabaseErrors } from './with-database-errors.ts'
import type { WorkerRegistry } from './worker-registry.ts'

interface QueueFigures {
  readonly queueClass: string
  /** The engines these jobs need, as one label value. */
  readonly engines: string
  readonly waiting: number
  readonly running: number
  /** 0 if nothing is waiting. */
  readonly oldestWaitSeconds: number
}

export interface InstallationFigures {
  readonly queues: readonly QueueFigures[]
  readonly workers: number
  /** Number of workers that have each engine. */
  readonly workersByEngine: ReadonlyMap<string, number>
  readonly mailsWaiting: number
  readonly failuresOfLastDay: readonly { readonly code: ErrorCode; readonly count: number }[]
}

export interface StoredFigures {
  readonly uploadBytes: number
  readonly resultBytes: number
}

/** A retry that is not due yet is not waiting for a worker. */
const queuesSql = `
  select queue, engines,
    count(*) filter (where state = 'waiting' and due_at <= now())::int as waiting,
    count(*) filter (where state = 'running')::int as running,
    coalesce(extract(epoch from now() - min(due_at)
      filter (where state = 'waiting' and due_at <= now())), 0)::float8 as "oldestWaitSeconds"
  from jobs where queue = any($1) group by queue, engines`

const mailsSql = `select count(*)::int as count from jobs where queue = 'send-mail' and state = 'waiting'`

const failuresSql = `
  select error_code as code, count(*)::int as count from conversions
  where status = 'failed' and finished_at > now() - interval '1 day' group by error_code`

const storedSql = `
  select (select coalesce(sum(declared_bytes), 0) from uploads where completed_at is not null)::float8 as "uploadBytes",
    (select coalesce(sum(result_size
        + (select coalesce(sum((part ->> 'sizeBytes')::bigint), 0) from jsonb_array_elements(parts) part)), 0)
      from conversions where status = 'succeeded' and result_key is not null)::float8 as "resultBytes"`

type QueueRow = Omit<QueueFigures, 'queueClass'> & { readonly queue: string }

export type InstallationReader = ReturnType<typeof createInstallationReader>

export function createInstallationReader({ pool }: Database, workers: Pick<WorkerRegistry, 'listWorkers'>) {
  async function select<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query<Row>(text, values)).rows
  }

  return withDatabaseErrors({
    async read(): Promise<InstallationFigures> {
      const [queues, living, mails, failures] = await Promise.all([
        select<QueueRow>(queuesSql, [Object.values(conversionQueues)]),
        workers.listWorkers(),
        select<{ count: number }>(mailsSql),
        select<{ code: string | null; count: number }>(failuresSql),
      ])
      const available = living.flatMap(engines => engines.filter(({ isAvailable }) => isAvailable))
      return {
        queues: queues.map(describeQueue),
        workers: living.length,
        workersByEngine: new Map(
          [...Map.groupBy(available, ({ engine }) => engine)].map(([engine, reports]) => [
            engine,
            reports.length,
          ]),
        ),
        mailsWaiting: mails[0]?.count ?? 0,
        failuresOfLastDay: failures.flatMap(({ code, count }) =>
          code !== null && isErrorCode(code) ? [{ code, count }] : [],
        ),
      }
    },
    /** Scans all records, so it is read less often. */
    async readStored(): Promise<StoredFigures> {
      const [stored] = await select<{ uploadBytes: number; resultBytes: number }>(storedSql)
      return stored ?? { uploadBytes: 0, resultBytes: 0 }
    },
  })
}

function describeQueue({ queue, engines, ...figures }: QueueRow): QueueFigures {
  return {
    queueClass: queue === conversionQueues.short ? 'short' : 'long',
    engines: engines || 'none',
    ...figures,
  }
}
