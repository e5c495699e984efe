/** Process of one isolated job. Started by isolate-job.ts, which sends the job and gets its result. */

import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import { noopWorkerMetrics } from './adapters/noop/noop.ts'
import type { Settings } from './config.ts'
import type { FromIsolated } from './isolate-job.ts'
import { createLog } from './log.ts'
import { openEngines } from './open-engines.ts'
import { openServices } from './open-services.ts'
import {
  type ClaimedJob,
  type EngineQueue,
  isEngineQueue,
  payloadSchema,
  queueNames,
} from './ports/job-queue.ts'
import { watchEventLoop } from './watch-event-loop.ts'
import { createEngineJobs, type EngineJobs } from './worker/engine-jobs.ts'
import { type JobResult, workerShutdown } from './worker/run-queues.ts'

/** Enough for one job: its record, its progress and its lease. */
const maxConnections = 3

const abortSchema = z.object({ abort: z.enum(['shutdown', 'canceled']) })
const startSchema = z.object({
  settings: z.custom<Settings>(value => typeof value === 'object' && value !== null),
  workerId: z.string(),
  job: z.object({
    id: z.string(),
    queue: z.enum(queueNames.filter(isEngineQueue)),
    payload: z.unknown(),
    attempt: z.number(),
    isLastAttempt: z.boolean(),
    waitedMs: z.number(),
  }),
})
type Start = z.infer<typeof startSchema>

function readJob<Queue extends EngineQueue>(queue: Queue, job: Start['job']): ClaimedJob<Queue> {
  return { ...job, queue, payload: payloadSchema(queue).parse(job.payload) }
}

function runJob<Queue extends EngineQueue>(
  jobs: EngineJobs,
  job: ClaimedJob<Queue>,
  signal: AbortSignal,
): Promise<JobResult> {
  return jobs[job.queue].run(job, signal)
}

async function run({ settings, workerId, job }: Start, signal: AbortSignal): Promise<void> {
  const log = createLog(settings.LOG_LEVEL, 'isolated-job')
  const services = await openServices({ ...settings, DATABASE_POOL: maxConnections }, log, 'worker')
  const engines = await openEngines({ ...settings, WARM_START: false, ENGINE_PROCESSES: 1 }, services, {
    workerId,
    metrics: noopWorkerMetrics,
    log,
  })
  watchEventLoop('isolated-job')
  send('started')
  const work = () => runJob(createEngineJobs(engines.jobDeps), readJob(job.queue, job), signal)
  send({ result: await services.activity.run({ jobId: job.id, queue: job.queue }, work) })
  await engines.runtime.close()
  await services.close()
}

function send(message: FromIsolated, onSent: () => void = () => undefined): void {
  process.send?.(message, onSent)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

if (import.meta.main) {
  const stop = new AbortController()
  const started = Promise.withResolvers<Start>()
  process.on('message', message => {
    const abort = abortSchema.safeParse(message)
    if (!abort.success) return started.resolve(startSchema.parse(message))
    stop.abort(abort.data.abort === 'shutdown' ? workerShutdown : new AppError('cancelled'))
  })
  // The worker decides, whatever else receives its signals.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(1))
  await run(await started.promise, stop.signal).then(
    () => process.exit(),
    error => send({ failure: describe(error) }, () => process.exit(1)),
  )
}
