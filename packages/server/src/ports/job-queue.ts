/** The durable queue: every unit of queued work is one job in it, whatever its kind. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import { languageIds } from '@filesmith/contract/languages'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import { executionStepSchema } from '@filesmith/contract/schemas/execution-plan'
import { translationPairSchema } from '@filesmith/contract/translation-pairs'
import { z } from 'zod'
import { mailJobSchema } from './mail.ts'

export interface QueueDefinition {
  readonly payload: z.ZodType
  /** A worker that does not renew its lease for this long loses the job. */
  readonly leaseSeconds: number
  /** Further attempts after an internal error; of a job without engines also after the loss of its worker. */
  readonly retries: number
  /** Delay before the first retry; doubles with each one. */
  readonly retrySeconds: number
  readonly maxRetrySeconds: number
  /** A job that is not finished by then is dropped; null keeps it. */
  readonly keptSeconds: number | null
  /** Running a job begins with a commit, which makes the claim durable as well. */
  readonly beginsWithCommit?: true
  /** The job stays after its end until the requester has read the reply. */
  readonly hasReply: boolean
  /** Reads files of users, which may crash its process: after the loss of its worker it runs in a separate process. */
  readonly runsEngines?: true
}

const hour = 60 * 60
const conversion = {
  payload: z.object({ conversionId: z.uuid() }),
  leaseSeconds: 10,
  // With backoff the attempts span about a minute, enough for a dependency to restart.
  retries: 5,
  retrySeconds: 1,
  maxRetrySeconds: 30,
  keptSeconds: null,
  beginsWithCommit: true,
  hasReply: false,
  runsEngines: true,
} satisfies QueueDefinition

export const queues = {
  'convert-short': conversion,
  'convert-long': conversion,
  'inspect-upload': {
    payload: z.object({ uploadId: z.uuid() }),
    leaseSeconds: 30,
    retries: 1,
    retrySeconds: 0,
    maxRetrySeconds: 0,
    // By then the client has given up.
    keptSeconds: 10 * 60,
    hasReply: false,
    runsEngines: true,
  },
  /** The id of a job is that of its upload. */
  'prepare-upload': {
    payload: z.object({ uploadId: z.uuid(), steps: z.array(executionStepSchema) }),
    leaseSeconds: 20,
    retries: 1,
    retrySeconds: 0,
    maxRetrySeconds: 0,
    keptSeconds: hour,
    hasReply: true,
    runsEngines: true,
  },
  'estimate-size': {
    payload: z.object({
      step: executionStepSchema,
      files: z.array(z.object({ inputKey: z.string(), name: z.string() })),
    }),
    leaseSeconds: 20,
    retries: 0,
    retrySeconds: 0,
    maxRetrySeconds: 0,
    keptSeconds: hour,
    hasReply: true,
    runsEngines: true,
  },
  'translate-text': {
    payload: z.object({
      text: z.string(),
      /** Null to detect it. */
      sourceLanguage: z.enum(languageIds).nullable(),
      /** Null for language detection only. */
      targetLanguage: z.enum(languageIds).nullable(),
    }),
    leaseSeconds: 20,
    retries: 5,
    retrySeconds: 0,
    maxRetrySeconds: 0,
    keptSeconds: hour,
    hasReply: true,
    runsEngines: true,
  },
  'run-pipeline': {
    payload: z.object({ pipelineId: z.uuid(), accountId: z.string() }),
    leaseSeconds: 30,
    retries: 20,
    retrySeconds: 5,
    maxRetrySeconds: 5,
    keptSeconds: null,
    hasReply: false,
  },
  'deliver-webhook': {
    payload: z.object({ deliveryId: z.uuid() }),
    leaseSeconds: 30,
    // The delivery itself decides how often it is attempted: these cover internal errors only.
    retries: 20,
    retrySeconds: 10,
    maxRetrySeconds: 10 * 60,
    keptSeconds: null,
    hasReply: false,
  },
  'send-mail': {
    payload: mailJobSchema,
    leaseSeconds: 60,
    // With delays doubling from ten seconds, the attempts span about an hour.
    retries: 8,
    retrySeconds: 10,
    maxRetrySeconds: hour,
    // A mail not sent within a day is obsolete.
    keptSeconds: 24 * hour,
    hasReply: false,
  },
} as const satisfies Record<string, QueueDefinition>

export type QueueName = keyof typeof queues
/** Their jobs run engines. */
export type EngineQueue = {
  [Queue in QueueName]: (typeof queues)[Queue] extends { runsEngines: true } ? Queue : never
}[QueueName]
export type JobPayload<Queue extends QueueName> = z.infer<(typeof queues)[Queue]['payload']>

/** Ties the type of a payload to the name of its queue. */
export function payloadSchema<Queue extends QueueName>(queue: Queue): z.ZodType<JobPayload<Queue>> {
  const schemas: { readonly [Name in QueueName]: { readonly payload: z.ZodType<JobPayload<Name>> } } = queues
  return schemas[queue].payload
}
export const queueNames = Object.keys(queues) as QueueName[]

export function isEngineQueue(queue: QueueName): queue is EngineQueue {
  return 'runsEngines' in queues[queue]
}

export const conversionQueues = { short: 'convert-short', long: 'convert-long' } as const satisfies Record<
  QueueClass,
  QueueName
>

export interface NewJob<Queue extends QueueName = QueueName> {
  readonly id: string
  readonly queue: Queue
  readonly payload: JobPayload<Queue>
  /** Engines that a worker needs for it. */
  readonly engines?: readonly string[]
  /** Higher ones are claimed first. */
  readonly priority?: number
  /** No more than `limit` jobs with this key run at once, across all queues and workers. */
  readonly owner?: { readonly key: string; readonly limit: number }
  /**
   * What shares capacity fairly with others: the network of visitors, who may be as many as they like, or an account. By default
   * the owner.
   */
  readonly client?: string
  /** Of two jobs with the same key only one is queued: the earlier one is kept, or replaced by the later one. */
  readonly unique?: { readonly key: string; readonly onConflict: 'keep' | 'replace' }
}

/** The claim of one worker on a job. */
export interface JobLease<Queue extends QueueName = QueueName> {
  readonly id: string
  readonly queue: Queue
  /** Number of times it was claimed. Fencing token: a worker that lost its lease cannot settle the job any more. */
  readonly attempt: number
  /** If this attempt fails, the job is not retried. */
  readonly isLastAttempt: boolean
}

export interface ClaimedJob<Queue extends QueueName = QueueName> extends JobLease<Queue> {
  readonly payload: JobPayload<Queue>
  /** How long the job was claimable before it was claimed. */
  readonly waitedMs: number
  /** No other job of the queue was due. */
  readonly isLastDue?: boolean
  /** A worker was lost while it ran this job and perhaps others: it may have crashed it. */
  readonly isSuspect?: boolean
  /** How often it crashed a process that ran nothing else. */
  readonly crashes?: number
}

/** After that many it is not run again. */
export const maxCrashes = 2

export interface ClaimOptions {
  /** False leaves suspects to another claim. */
  readonly includesSuspects: boolean
  /** Only jobs of clients that run nothing in the queue. */
  readonly ofIdleClients?: boolean
}

export interface JobError {
  readonly code: ErrorCode
  readonly params: ErrorParams
}

export const translationReplySchema = z.object({
  sourceLanguage: z.enum(languageIds).nullable(),
  pair: translationPairSchema.nullable(),
  // Workers of the previous version do not report it.
  untranslated: z.array(z.string()).default([]),
})
export type TranslationReply = z.infer<typeof translationReplySchema>

/** What the requester of a job with a reply sees. */
export interface JobProgress {
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** Appended by the worker so far. */
  readonly output: string
  readonly reply: unknown
  readonly error: JobError | null
}

/** All methods with a lease return false if it is lost: it was canceled, or another worker claimed it. */
export interface JobQueue {
  enqueue<Queue extends QueueName>(job: NewJob<Queue>): Promise<void>
  /** Of these queues, those with a job that is due. A cheap check before claiming. */
  listDue(names: readonly QueueName[]): Promise<QueueName[]>
  /** The next due job by priority and age for which all engines are given; of equal priority, of an idle client first. */
  claim<Queue extends QueueName>(
    queue: Queue,
    engines: readonly string[],
    options?: ClaimOptions,
  ): Promise<ClaimedJob<Queue> | undefined>
  /** A worker that lost its lease and lives clears the suspicion that the job crashed it. */
  renewLease(job: JobLease): Promise<boolean>
  /** Adds to the output that the requester sees. */
  append(job: JobLease, chunk: string): Promise<boolean>
  complete(job: JobLease, reply?: unknown): Promise<boolean>
  /** The job failed for good. */
  fail(job: JobLease, error: JobError): Promise<boolean>
  /** With the backoff of the queue; on the last attempt the job is dropped. */
  retry(job: JobLease): Promise<boolean>
  /** The job returns to its position in the queue and is due after `delayMs`, by default at once. Not an attempt. */
  requeue(job: JobLease, delayMs?: number): Promise<boolean>
  /** The process that ran only this job died or stalled. Requeued at once; not an attempt. */
  requeueCrashed(job: JobLease): Promise<boolean>
  /** Removes a job in any state; its worker is notified. */
  cancel(id: string): Promise<void>
  find(id: string): Promise<JobProgress | undefined>

  /** Maintenance: returns jobs of unresponsive workers to their queues, those with engines as suspects. */
  requeueExpired(): Promise<number>
  /** Maintenance: drops jobs that are past their time. */
  removeOutdated(): Promise<number>
}
