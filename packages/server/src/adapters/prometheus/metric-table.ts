/** Every metric of ours: name, meaning, labels, and which process tells it. docs/administration.md shows the same table. */

export interface MetricRow {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** `installation` is the same from every web process. */
  readonly told: 'web' | 'worker' | 'web and worker' | 'installation'
  /** Of a histogram. */
  readonly buckets?: readonly number[]
}

const shortBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const longBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

export const metricTable = {
  requestDuration: {
    name: 'filesmith_http_request_duration_seconds',
    kind: 'histogram',
    help: 'Time until a request was answered whole; its _count counts requests. Status is a class, or aborted.',
    labels: ['method', 'route', 'status'],
    told: 'web',
    buckets: shortBuckets,
  },
  openStreams: {
    name: 'filesmith_event_streams_open',
    kind: 'gauge',
    help: 'Streams of events that browsers hold open.',
    labels: [],
    told: 'web',
  },
  receivedBytes: {
    name: 'filesmith_upload_bytes_total',
    kind: 'counter',
    help: 'Bytes of files that arrived and were stored.',
    labels: [],
    told: 'web',
  },
  jobs: {
    name: 'filesmith_jobs_total',
    kind: 'counter',
    help: 'Tries at jobs that came to an end: succeeded, failed, cancelled, tried-again, given-back or unsettled.',
    labels: ['operation', 'outcome'],
    told: 'worker',
  },
  jobFailures: {
    name: 'filesmith_job_failures_total',
    kind: 'counter',
    help: 'Tries at jobs that failed, by the code of the error and whose fault it is: ours or the file.',
    labels: ['code', 'fault'],
    told: 'worker',
  },
  jobDuration: {
    name: 'filesmith_job_duration_seconds',
    kind: 'histogram',
    help: 'Time a worker was busy with a job, from taking it to its outcome.',
    labels: ['operation'],
    told: 'worker',
    buckets: longBuckets,
  },
  queueWait: {
    name: 'filesmith_job_queue_wait_seconds',
    kind: 'histogram',
    help: 'Time a job could have been taken and was not.',
    labels: ['lane'],
    told: 'worker',
    buckets: longBuckets,
  },
  runningJobs: {
    name: 'filesmith_jobs_running',
    kind: 'gauge',
    help: 'Jobs that this worker is busy with.',
    labels: ['lane'],
    told: 'worker',
  },
  jobPlaces: {
    name: 'filesmith_job_places',
    kind: 'gauge',
    help: 'Jobs that this worker does at once.',
    labels: ['lane'],
    told: 'worker',
  },
  stepDuration: {
    name: 'filesmith_engine_step_duration_seconds',
    kind: 'histogram',
    help: 'Time one step of an engine took, whatever came of it.',
    labels: ['engine'],
    told: 'worker',
    buckets: longBuckets,
  },
  stepFailures: {
    name: 'filesmith_engine_failures_total',
    kind: 'counter',
    help: 'Steps that failed: took-too-long and needs-too-much-memory were killed, internal is a crash of ours.',
    labels: ['engine', 'code'],
    told: 'worker',
  },
  helpersEnded: {
    name: 'filesmith_engine_helpers_ended_total',
    kind: 'counter',
    help: 'Warm processes that had to be replaced: recycled after their share of jobs, killed (time, memory, cancelled) or crashed.',
    labels: ['engine', 'end'],
    told: 'worker',
  },
  taskDuration: {
    name: 'filesmith_task_duration_seconds',
    kind: 'histogram',
    help: 'Small tasks beside the jobs: inspect-upload, translate-text, detect-language, measure-size; done or failed.',
    labels: ['task', 'outcome'],
    told: 'worker',
    buckets: shortBuckets,
  },
  mails: {
    name: 'filesmith_mails_total',
    kind: 'counter',
    help: 'Mails taken from the queue: sent, nobody (there was nobody to send it to), tried-again or given-up.',
    labels: ['kind', 'outcome'],
    told: 'worker',
  },
  diskFree: {
    name: 'filesmith_data_free_bytes',
    kind: 'gauge',
    help: 'Room left on the disk of DATA_DIR.',
    labels: [],
    told: 'web and worker',
  },
  diskSize: {
    name: 'filesmith_data_size_bytes',
    kind: 'gauge',
    help: 'Size of that disk.',
    labels: [],
    told: 'web and worker',
  },
  databaseUp: {
    name: 'filesmith_database_up',
    kind: 'gauge',
    help: '1 while the database answers. At 0 the figures of the installation are left out.',
    labels: [],
    told: 'installation',
  },
  queueJobs: {
    name: 'filesmith_queue_jobs',
    kind: 'gauge',
    help: 'Jobs in the queue, by lane, the engines they need, and state: waiting or running.',
    labels: ['lane', 'engines', 'state'],
    told: 'installation',
  },
  oldestWait: {
    name: 'filesmith_queue_oldest_wait_seconds',
    kind: 'gauge',
    help: 'How long the oldest of those has waited; 0 where none waits.',
    labels: ['lane', 'engines'],
    told: 'installation',
  },
  workers: {
    name: 'filesmith_workers',
    kind: 'gauge',
    help: 'Workers heard of in the last 30 seconds.',
    labels: [],
    told: 'installation',
  },
  engineWorkers: {
    name: 'filesmith_engine_workers',
    kind: 'gauge',
    help: 'Those of them that have an engine.',
    labels: ['engine'],
    told: 'installation',
  },
  mailsWaiting: {
    name: 'filesmith_mails_waiting',
    kind: 'gauge',
    help: 'Mails that are to be sent.',
    labels: [],
    told: 'installation',
  },
  failedConversions: {
    name: 'filesmith_failed_conversions',
    kind: 'gauge',
    help: 'Conversions that failed in the last 24 hours, by code and whose fault it is: ours or the file.',
    labels: ['code', 'fault'],
    told: 'installation',
  },
  storedBytes: {
    name: 'filesmith_stored_bytes',
    kind: 'gauge',
    help: 'Bytes that are kept, of uploads and of results. Looked up once a minute.',
    labels: ['kind'],
    told: 'installation',
  },
} as const satisfies Record<string, MetricRow>

/** The rows of docs/administration.md. */
export function metricRows(): string[] {
  return Object.values<MetricRow>(metricTable).map(({ name, kind, labels, told, help }) => {
    const named = labels.map(label => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${kind} | ${named} | ${told} | ${help} |`
  })
}
