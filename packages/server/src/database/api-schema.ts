/** Tables of the public API: keys, multi-step jobs, idempotency keys and webhooks. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import { index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from './drizzle.ts'
import { accountId, instant } from './schema.ts'

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    scopes: jsonb('scopes').$type<readonly ApiScope[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
  },
  table => [index('api_keys_account').on(table.accountId)],
)

/** Responses to calls with an idempotency key; status is null while the first call is running. */
export const idempotentCalls = pgTable(
  'idempotent_calls',
  {
    accountId: accountId(),
    key: text('key').notNull(),
    /** Hash of the request, to detect reuse of a key with another request. */
    fingerprint: text('fingerprint').notNull(),
    /** Fencing token of the current attempt, and the lease others wait for. */
    attempt: integer('attempt').notNull().default(1),
    leaseUntil: instant('lease_until'),
    status: integer('status'),
    /** Encrypted, because a response may contain a secret that is shown only once. */
    sealedBody: text('sealed_body'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotent_calls_created').on(table.createdAt),
  ],
)

/** The request. URLs, headers and passwords are encrypted, and deleted when the job finishes. */
export interface StoredJobRequest {
  readonly operations: readonly OperationId[]
  readonly inputCount: number
  readonly tag: string | null
  readonly sealed: string | null
}

export interface PipelineResult {
  readonly conversionId: string
  readonly fileName: string
  readonly format: FormatId
  readonly sizeBytes: number
  readonly notes: readonly string[]
  readonly isExported: boolean
}

/** Checkpoint from which another worker can resume. */
export interface PipelineProgress {
  /** Input files of the current step; null until all have been imported. */
  readonly uploadIds: readonly string[] | null
  /** Index of the current step; equals the number of steps once all are done. */
  readonly step: number
  /** Its conversions were requested; one that is missing from then on was deleted by its owner. */
  readonly isStepBegun: boolean
  readonly results: readonly PipelineResult[]
}

/** Jobs of the public API. Their steps are ordinary conversions, listed in `progress`. */
export const pipelines = pgTable(
  'pipelines',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    request: jsonb('request').$type<StoredJobRequest>().notNull(),
    status: text('status').$type<JobStatus>().notNull().default('queued'),
    /** Work done so far, so that another worker can continue. */
    progress: jsonb('progress')
      .$type<PipelineProgress>()
      .notNull()
      .default({} as PipelineProgress),
    percent: real('percent').notNull().default(0),
    stage: text('stage').notNull().default('queued'),
    revision: integer('revision').notNull().default(1),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    errorStep: integer('error_step'),
    errorFile: text('error_file'),
    /** Fencing token of the current attempt, and its lease. */
    attempt: integer('attempt').notNull().default(0),
    leaseUntil: instant('lease_until'),
    traceParent: text('trace_parent'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index('pipelines_account_created').on(table.accountId, table.createdAt),
    index('pipelines_status_lease').on(table.status, table.leaseUntil),
    index('pipelines_expires').on(table.expiresAt),
  ],
)

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    url: text('url').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    events: jsonb('events').$type<readonly WebhookEvent[]>().notNull(),
    /** Time of the first failure since the last successful delivery; null if the last one succeeded. */
    failingSince: instant('failing_since'),
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('webhook_endpoints_account').on(table.accountId)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent>().notNull(),
    /** The exact bytes that are signed and sent on every attempt. */
    payload: text('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once it is delivered or has failed permanently. */
    nextAttemptAt: instant('next_attempt_at'),
    deliveredAt: instant('delivered_at'),
    lastStatusCode: integer('last_status_code'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('webhook_deliveries_next').on(table.nextAttemptAt),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
  ],
)
