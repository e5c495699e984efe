/** Records metrics and trace spans of a job: time in the queue, duration and outcome. */
import type { ConversionRecord } from '../database/conversion-record.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { JobEnd, WorkerMetrics } from '../ports/metrics.ts'
import type { Tracer } from '../ports/tracer.ts'

export interface ObserveJobDeps {
  readonly metrics: WorkerMetrics
  readonly tracer: Tracer
}

export async function observeJob(
  { metrics, tracer }: ObserveJobDeps,
  job: Pick<ClaimedJob, 'waitedMs'>,
  record: ConversionRecord,
  work: () => Promise<JobEnd>,
): Promise<JobEnd> {
  const { operation, traceParent: parent } = record
  const startedMs = performance.now()
  tracer.open('wait in queue', { parent, startedAt: new Date(Date.now() - job.waitedMs) }).end()
  const attributes = {
    'filesmith.operation': operation,
    'filesmith.conversion_id': record.id,
    'filesmith.attempt': record.attempt,
    'filesmith.input_bytes': record.originalSize,
  }
  return tracer.trace('run job', { kind: 'consumer', parent, attributes }, async span => {
    let end: JobEnd = { outcome: 'unsettled' }
    try {
      end = await work()
      return end
    } finally {
      span.describe({ 'filesmith.outcome': end.outcome })
      if (end.code) span.fail(end.code)
      metrics.jobEnded({ ...end, operation, seconds: (performance.now() - startedMs) / 1000 })
    }
  })
}
