/** All custom metrics: name, type, help, labels and exposing process. docs/administration.md contains the same table. */

export interface MetricRow {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** `installation` metrics have the same values on every web process. */
  readonly exposedBy: 'web' | 'worker' | 'web and worker' | 'installation'
  /** Histograms only. */
  readonly buckets?: readonly number[]
}

const shortBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const longBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

export const metricTable = {
  requestDuration: {
    name: 'filesmith_http_request_duration_seconds',
    kind: 'histogram',
    help: 'Duration of HTTP requests until the end of the response. Status is a class such as 2xx, or aborted.',
    labels: ['method', 'route', 'status'],
    exposedBy: 'web',
    buckets: shortBuckets,
  },
  openStreams: {
    name: 'filesmith_event_streams_open',
    kind: 'gauge',
    help: 'Open server-sent event streams.',
    labels: [],
    exposedBy: 'web',
  },
  receivedBytes: {
    name: 'filesmith_upload_bytes_total',
    kind: 'counter',
    help: 'Bytes of uploads received and stored.',
    labels: [],
    exposedBy: 'web',
  },
  jobs: {
    name: 'filesmith_jobs_total',
    kind: 'counter',
    help: 'Finished job attempts by outcome: succeeded, failed, cancelled, tried-again (retried), given-back (requeued) or unsettled (result not recorded).',
    labels: ['operation', 'outcome'],
    exposedBy: 'worker',
  },
  jobFailures: {
    name: 'filesmith_job_failures_total',
    kind: 'counter',
    help: 'Failed job attempts by error code and cause: ours (server) or file (input).',
    labels: ['code', 'fault'],
    exposedBy: 'worker',
  },
  jobDuration: {
    name: 'filesmith_job_duration_seconds',
    kind: 'histogram',
    help: 'Duration of job attempts from claim to outcome.',
    labels: ['operation'],
    exposedBy: 'worker',
    buckets: longBuckets,
  },
  queueWait: {
    name: 'filesmith_job_queue_wait_seconds',
    kind: 'histogram',
    help: 'Time jobs waited in the queue before they were claimed.',
    labels: ['lane'],
    exposedBy: 'worker',
    buckets: longBuckets,
  },
  runningJobs: {
    name: 'filesmith_jobs_running',
    kind: 'gauge',
    help: 'Jobs running on this worker.',
    labels: ['lane'],
    exposedBy: 'worker',
  },
  jobPlaces: {
    name: 'filesmith_job_places',
    kind: 'gauge',
    help: 'Job slots of this worker (maximum concurrency).',
    labels: ['lane'],
    exposedBy: 'worker',
  },
  stepDuration: {
    name: 'filesmith_engine_step_duration_seconds',
    kind: 'histogram',
    help: 'Duration of engine steps, successful or not.',
    labels: ['engine'],
    exposedBy: 'worker',
    buckets: longBuckets,
  },
  stepFailures: {
    name: 'filesmith_engine_failures_total',
    kind: 'counter',
    help: 'Failed engine steps by error code; took-too-long and needs-too-much-memory were killed, internal is a server error.',
    labels: ['engine', 'code'],
    exposedBy: 'worker',
  },
  helpersEnded: {
    name: 'filesmith_engine_helpers_ended_total',
    kind: 'counter',
    help: 'Replaced helper processes by reason: recycled after their job limit, killed (time, memory, cancelled) or crashed.',
    labels: ['engine', 'end'],
    exposedBy: 'worker',
  },
  taskDuration: {
    name: 'filesmith_task_duration_seconds',
    kind: 'histogram',
    help: 'Duration of short tasks: inspect-upload, translate-text, detect-language, measure-size; outcome done or failed.',
    labels: ['task', 'outcome'],
    exposedBy: 'worker',
    buckets: shortBuckets,
  },
  mails: {
    name: 'filesmith_mails_total',
    kind: 'counter',
    help: 'Processed mails by outcome: sent, nobody (no recipient), tried-again (retried) or given-up (failed permanently).',
    labels: ['kind', 'outcome'],
    exposedBy: 'worker',
  },
  maintenance: {
    name: 'filesmith_maintenance_runs_total',
    kind: 'counter',
    help: 'Runs of maintenance tasks by outcome: done or failed.',
    labels: ['task', 'outcome'],
    exposedBy: 'worker',
  },
  diskFree: {
    name: 'filesmith_data_free_bytes',
    kind: 'gauge',
    help: 'Free space on the file system of DATA_DIR.',
    labels: [],
    exposedBy: 'web and worker',
  },
  diskSize: {
    name: 'filesmith_data_size_bytes',
    kind: 'gauge',
    help: 'Size of the file system of DATA_DIR.',
    labels: [],
    exposedBy: 'web and worker',
  },
  databaseUp: {
    name: 'filesmith_database_up',
    kind: 'gauge',
    help: '1 if the database is reachable. At 0, installation metrics are absent.',
    labels: [],
    exposedBy: 'installation',
  },
  queueJobs: {
    name: 'filesmith_queue_jobs',
    kind: 'gauge',
    help: 'Jobs in the queue by queue class (lane), required engines and state: waiting or running.',
    labels: ['lane', 'engines', 'state'],
    exposedBy: 'installation',
  },
  oldestWait: {
    name: 'filesmith_queue_oldest_wait_seconds',
    kind: 'gauge',
    help: 'Age of the oldest waiting job; 0 if none is waiting.',
    labels: ['lane', 'engines'],
    exposedBy: 'installation',
  },
  workers: {
    name: 'filesmith_workers',
    kind: 'gauge',
    help: 'Workers with a heartbeat in the last 30 seconds.',
    labels: [],
    exposedBy: 'installation',
  },
  engineWorkers: {
    name: 'filesmith_engine_workers',
    kind: 'gauge',
    help: 'Workers with a heartbeat in the last 30 seconds, by available engine.',
    labels: ['engine'],
    exposedBy: 'installation',
  },
  mailsWaiting: {
    name: 'filesmith_mails_waiting',
    kind: 'gauge',
    help: 'Mails waiting to be sent.',
    labels: [],
    exposedBy: 'installation',
  },
  failedConversions: {
    name: 'filesmith_failed_conversions',
    kind: 'gauge',
    help: 'Conversions that failed in the last 24 hours, by error code and cause: ours (server) or file (input).',
    labels: ['code', 'fault'],
    exposedBy: 'installation',
  },
  storedBytes: {
    name: 'filesmith_stored_bytes',
    kind: 'gauge',
    help: 'Stored bytes of uploads and results. Updated once a minute.',
    labels: ['kind'],
    exposedBy: 'installation',
  },
} as const satisfies Record<string, MetricRow>

/** The rows of the table in docs/administration.md. */
export function metricRows(): string[] {
  return Object.values<MetricRow>(metricTable).map(({ name, kind, labels, exposedBy, help }) => {
    const labelNames = labels.map(label => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${kind} | ${labelNames} | ${exposedBy} | ${help} |`
  })
}
