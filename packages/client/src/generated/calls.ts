/** The calls of /api/v1, generated from the OpenAPI document by `npm run client`; do not edit. */
import type { CallSettings, Send, SentBody } from '../send.ts'

export interface ErrorReply {
  /** Machine-readable error code. */
  readonly code: string
  /** Human-readable message. */
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
    /** Of this key; the account has a separate limit for all its keys. */
    readonly callsPerMinute: number
    /** Further files wait in the queue. */
    readonly filesAtOnce: number
    /** How long files and results are kept. */
    readonly keptHours: number
  }
}

export interface ApiFile {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  /** Detected from the content; null if unknown. */
  readonly format: string | null
  readonly expiresAt: string
}

export interface Job {
  readonly id: string
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly percent: number
  /** Current stage: "import", the operation of the step, or "export". */
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
    /** Index of the failed step, from 0; null outside of steps. */
    readonly step: number | null
    /** The affected file, if any. */
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
  /** Download URL; needs the API key, and works while the job is kept. */
  readonly url: string
  readonly isExported: boolean
  readonly notes: readonly string[]
}

export interface NewJob {
  readonly inputs: readonly (
    | {
        /** URL of the file. Private network addresses are rejected. */
        readonly url: string
        /** Default: taken from the response or the URL. */
        readonly fileName?: string | undefined
      }
    | {
        /** From `POST /api/v1/files`. */
        readonly fileId: string
      }
  )[]
  /** Run one after another. A step converts each file, or combines all files, depending on its operation. */
  readonly steps: readonly JobStep[]
  /** One for each result, in the same order. */
  readonly exports?: readonly JobExport[] | undefined
  /** Your own reference; returned with the job and in webhooks. */
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
    | 'resize-image'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'create-qr-code'
  /** As described by `GET /api/v1/operations`. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface JobExport {
  /** The result is uploaded there by PUT, for example to a presigned S3 URL. */
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
  /** Disabled after five days without a successful delivery. */
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
  /** Disabled after five days without a successful delivery. */
  readonly isEnabled: boolean
  readonly createdAt: string
  /** `whsec_...`, the signing secret of deliveries. Returned only once. */
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
    | 'resize-image'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'create-qr-code'
  readonly label: string
  /** Whether a worker can run it now. */
  readonly isAvailable: boolean
  /** Input formats; null means any file. */
  readonly inputs: readonly string[] | null
  /** Output formats. */
  readonly outputs: readonly string[]
  /** True if all files become one result; false if each file becomes its own. */
  readonly makesOneOfMany: boolean
  /** Maximum file size on the caller's plan. */
  readonly maxFileBytes: number
  /** JSON Schema (draft 2020-12) of its options. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface ListOperationsReply {
  readonly operations: readonly Operation[]
}

/** Create a job */
export function createJob(send: Send, body: NewJob, settings: CallSettings = {}): Promise<Job> {
  return send({ method: 'POST', path: '/api/v1/jobs', json: body, answers: 'json', ...settings })
}

/** Create a webhook */
export function createWebhook(
  send: Send,
  body: NewWebhook,
  settings: CallSettings = {},
): Promise<CreatedWebhook> {
  return send({ method: 'POST', path: '/api/v1/webhooks', json: body, answers: 'json', ...settings })
}

/** Delete a file */
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

/** Delete a webhook */
export function deleteWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Stream the progress of a job as server-sent events */
export function followJob(send: Send, id: string, settings: CallSettings = {}): Promise<Response> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}/events`,
    answers: 'response',
    ...settings,
  })
}

/** Get account */
export function getAccount(send: Send, settings: CallSettings = {}): Promise<Account> {
  return send({ method: 'GET', path: '/api/v1/account', answers: 'json', ...settings })
}

/** Get a file */
export function getFile(send: Send, id: string, settings: CallSettings = {}): Promise<ApiFile> {
  return send({
    method: 'GET',
    path: `/api/v1/files/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** Get a job */
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

/** Get a webhook */
export function getWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<Webhook> {
  return send({
    method: 'GET',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** List jobs */
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

/** List operations */
export function listOperations(send: Send, settings: CallSettings = {}): Promise<ListOperationsReply> {
  return send({ method: 'GET', path: '/api/v1/operations', answers: 'json', ...settings })
}

/** List deliveries of a webhook */
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

/** List webhooks */
export function listWebhooks(send: Send, settings: CallSettings = {}): Promise<readonly Webhook[]> {
  return send({ method: 'GET', path: '/api/v1/webhooks', answers: 'json', ...settings })
}

/** Upload a file */
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

/** Send a test event */
export function testWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'POST',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}/test`,
    answers: 'nothing',
    ...settings,
  })
}
