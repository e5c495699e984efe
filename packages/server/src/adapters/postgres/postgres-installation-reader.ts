/** State of the whole installation, for metrics, counted in PostgreSQL. */
import { isErrorCode } from '@filesmith/contract/errors'
import type { InstallationReader, QueueFigures } from '../../ports/installation-figures.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import { isConversionQueueSql, olderQueue, readConversionQueue } from './conversion-queues.ts'
import type { Database } from './database.ts'
import { mailQueue } from './job-boss.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** A retry that is not due yet is not waiting for a worker. */
const queuesSql = `
  select queue.name,
    count(job.id) filter (where job.state < 'active' and job.start_after <= now())::int as waiting,
    count(job.id) filter (where job.state = 'active')::int as running,
    coalesce(extract(epoch from now() - min(job.start_after)
      filter (where job.state < 'active' and job.start_after <= now())), 0)::float8 as "oldestWaitSeconds"
  from pgboss.queue
  left join pgboss.job on job.name = queue.name and job.state <= 'active'
  where ${isConversionQueueSql('queue.name')}
  group by queue.name`

const mailsSql = `select count(*)::int as count from pgboss.job where name = $1 and state < 'active'`

const failuresSql = `
  select error_code as code, count(*)::int as count from conversions
  where status = 'failed' and finished_at > now() - interval '1 day' group by error_code`

const storedSql = `
  select (select coalesce(sum(declared_bytes), 0) from uploads where completed_at is not null)::float8 as "uploadBytes",
    (select coalesce(sum(result_size
        + (select coalesce(sum((part ->> 'sizeBytes')::bigint), 0) from jsonb_array_elements(parts) part)), 0)
      from conversions where status = 'succeeded' and result_key is not null)::float8 as "resultBytes"`

type QueueRow = Omit<QueueFigures, 'queueClass' | 'engines'> & { readonly name: string }

export function createPostgresInstallationReader(
  { pool }: Database,
  workers: Pick<WorkerRegistry, 'listWorkers'>,
): InstallationReader {
  async function select<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query<Row>(text, values)).rows
  }

  return withDatabaseErrors<InstallationReader>({
    async read() {
      const [queues, living, mails, failures] = await Promise.all([
        select<QueueRow>(queuesSql),
        workers.listWorkers(),
        select<{ count: number }>(mailsSql, [mailQueue]),
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
    async readStored() {
      const [stored] = await select<{ uploadBytes: number; resultBytes: number }>(storedSql)
      return stored ?? { uploadBytes: 0, resultBytes: 0 }
    },
  })
}

function describeQueue({ name, ...figures }: QueueRow): QueueFigures {
  const queue = readConversionQueue(name)
  // Versions before worker classes had one queue per class for all engines.
  if (!queue)
    return { queueClass: name === olderQueue('short') ? 'short' : 'long', engines: 'older', ...figures }
  return { queueClass: queue.queueClass, engines: queue.engines.join('.') || 'none', ...figures }
}
