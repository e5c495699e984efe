/** The calls of /api/v1, generated from its description by `npm run client`; not to be edited. */
import type { CallSettings, Send, SentBody } from '../send.ts'

export interface ErrorReply {
  /** What happened, for programs. */
  readonly code: string
  /** What happened, for people. */
  readonly message: string
}

export interface Account {
  readonly username: string
  readonly plan: 'free' | 'basic' | 'pro'
  readonly usage: {
    readonly today: {
      readonly used: number
      /** Null means unlimited. */
      readonly remaining: number | null
      /** Null means unlimited. */
      readonly total: number | null
      readonly resetsAt: string
    }
    readonly month: {
      readonly used: number
      /** Null means unlimited. */
      readonly remaining: number | null
      /** Null means unlimited. */
      readonly total: number | null
      readonly resetsAt: string
    }
  }
  readonly key: {
    readonly name: string
    readonly prefix: string
    readonly scopes: readonly ('jobs:read' | 'jobs:write' | 'webhooks')[]
    readonly createdAt: string
    readonly lastUsedAt: string | null
    readonly expiresAt: string | null
  }
  readonly limits: {
    /** Of this key; all keys of the account together have their own. */
    readonly callsPerMinute: number
    /** More wait in the queue. */
    readonly filesAtOnce: number
    /** How long files and results are kept. */
    readonly keptHours: number
  }
}

export interface ApiFile {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  /** As the content tells; null when it is of no kind we know. */
  readonly format: string | null
  readonly expiresAt: string
}

export interface Job {
  readonly id: string
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly percent: number
  /** What is being done: "import", the operation of the step, or "export". */
  readonly stage: string
  readonly tag: string | null
  readonly steps: readonly {
    readonly operation: string
    readonly status: 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  }[]
  readonly results: readonly JobResult[]
  readonly error: {
    readonly code: string
    readonly message: string
    /** Which step failed, counted from 0; null outside of steps. */
    readonly step: number | null
    /** Which file it was about, where it was about one. */
    readonly file: string | null
  } | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly expiresAt: string
}

export interface JobResult {
  readonly fileName: string
  readonly format: string
  readonly sizeBytes: number
  /** Where it can be fetched with the same key, as long as the job is kept. */
  readonly url: string
  readonly isExported: boolean
  readonly notes: readonly string[]
}

export interface NewJob {
  readonly inputs: readonly (
    | {
        /** Where the file is fetched from. Addresses of private networks are refused. */
        readonly url: string
        /** Otherwise taken from the answer or the address. */
        readonly fileName?: string | undefined
      }
    | {
        /** From `POST /api/v1/files`. */
        readonly fileId: string
      }
  )[]
  /** One after the other. A step works on each file, or makes one of all, as its operation does. */
  readonly steps: readonly JobStep[]
  /** One for each result, in their order. */
  readonly exports?: readonly JobExport[] | undefined
  /** Yours; comes back with the job and in webhooks. */
  readonly tag?: string | undefined
}

export interface JobStep {
  readonly operation:
    | 'convert-image'
    | 'convert-video'
    | 'convert-audio'
    | 'convert-pdf'
    | 'convert-document'
    | 'compress-files'
    | 'extract-text'
    | 'extract-video-text'
    | 'translate-document'
    | 'add-subtitles'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'resize-image'
  /** As `GET /api/v1/operations` describes them for the operation. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface JobExport {
  /** The result is sent there by PUT, for example to a presigned address of S3. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface JobPage {
  readonly jobs: readonly Job[]
  readonly next: string | null
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[]
  /** Off after five days without a single delivery that worked. */
  readonly isEnabled: boolean
  readonly createdAt: string
}

export interface WebhookDelivery {
  readonly id: string
  readonly event: string
  readonly attempts: number
  readonly status: 'waiting' | 'delivered' | 'given-up'
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly createdAt: string
  readonly nextAttemptAt: string | null
}

export interface NewWebhook {
  readonly url: string
  readonly events?: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[] | undefined
}

export interface CreatedWebhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[]
  /** Off after five days without a single delivery that worked. */
  readonly isEnabled: boolean
  readonly createdAt: string
  /** `whsec_...`, by which deliveries are signed. It is shown this once. */
  readonly secret: string
}

export interface Operation {
  readonly id:
    | 'convert-image'
    | 'convert-video'
    | 'convert-audio'
    | 'convert-pdf'
    | 'convert-document'
    | 'compress-files'
    | 'extract-text'
    | 'extract-video-text'
    | 'translate-document'
    | 'add-subtitles'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'resize-image'
  readonly label: string
  /** Whether a worker of this server can do it now. */
  readonly isAvailable: boolean
  /** Formats it takes; null means any file. */
  readonly inputs: readonly string[] | null
  /** Formats it can make. */
  readonly outputs: readonly string[]
  /** Whether all files become one result, or each one its own. */
  readonly makesOneOfMany: boolean
  /** On the caller's plan. */
  readonly maxFileBytes: number
  /** JSON Schema (draft 2020-12) of its options. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface ListOperationsReply {
  readonly operations: readonly Operation[]
}

/** Ask for a job */
export function createJob(send: Send, body: NewJob, settings: CallSettings = {}): Promise<Job> {
  return send({ method: 'POST', path: '/api/v1/jobs', json: body, answers: 'json', ...settings })
}

/** Add a webhook */
export function createWebhook(
  send: Send,
  body: NewWebhook,
  settings: CallSettings = {},
): Promise<CreatedWebhook> {
  return send({ method: 'POST', path: '/api/v1/webhooks', json: body, answers: 'json', ...settings })
}

/** Delete a file that was sent */
export function deleteFile(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/files/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Cancel a job, or delete a finished one */
export function deleteJob(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/jobs/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Remove a webhook */
export function deleteWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Progress of a job as server-sent events */
export function followJob(send: Send, id: string, settings: CallSettings = {}): Promise<Response> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}/events`,
    answers: 'response',
    ...settings,
  })
}

/** Whom this key belongs to */
export function getAccount(send: Send, settings: CallSettings = {}): Promise<Account> {
  return send({ method: 'GET', path: '/api/v1/account', answers: 'json', ...settings })
}

/** A file that was sent */
export function getFile(send: Send, id: string, settings: CallSettings = {}): Promise<ApiFile> {
  return send({
    method: 'GET',
    path: `/api/v1/files/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** How a job stands */
export function getJob(
  send: Send,
  id: string,
  options: {
    readonly wait?: number | undefined
  } = {},
  settings: CallSettings = {},
): Promise<Job> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}`,
    query: options,
    answers: 'json',
    ...settings,
  })
}

/** Download a result of a job */
export function getJobResult(
  send: Send,
  id: string,
  index: number,
  settings: CallSettings = {},
): Promise<Response> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}/results/${encodeURIComponent(index)}`,
    answers: 'response',
    ...settings,
  })
}

/** One webhook */
export function getWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<Webhook> {
  return send({
    method: 'GET',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** Your jobs */
export function listJobs(
  send: Send,
  options: {
    readonly status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
    readonly after?: string | undefined
    readonly limit?: number | undefined
  } = {},
  settings: CallSettings = {},
): Promise<JobPage> {
  return send({ method: 'GET', path: '/api/v1/jobs', query: options, answers: 'json', ...settings })
}

/** What the steps of a job can do */
export function listOperations(send: Send, settings: CallSettings = {}): Promise<ListOperationsReply> {
  return send({ method: 'GET', path: '/api/v1/operations', answers: 'json', ...settings })
}

/** What was sent to a webhook */
export function listWebhookDeliveries(
  send: Send,
  id: string,
  settings: CallSettings = {},
): Promise<readonly WebhookDelivery[]> {
  return send({
    method: 'GET',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
    answers: 'json',
    ...settings,
  })
}

/** Your webhooks */
export function listWebhooks(send: Send, settings: CallSettings = {}): Promise<readonly Webhook[]> {
  return send({ method: 'GET', path: '/api/v1/webhooks', answers: 'json', ...settings })
}

/** Send a file */
export function sendFile(
  send: Send,
  body: SentBody,
  options: {
    readonly fileName?: string | undefined
  } = {},
  settings: CallSettings = {},
): Promise<ApiFile> {
  return send({ method: 'POST', path: '/api/v1/files', body, query: options, answers: 'json', ...settings })
}

/** Send a webhook something to try it out */
export function testWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'POST',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}/test`,
    answers: 'nothing',
    ...settings,
  })
}
