/** Core tables of Filesmith, and the types of their JSON columns. */

import type { ConversionStatus } from '@filesmith/contract/conversion-status'
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { OfferedPlanId, PlanId } from '@filesmith/contract/plans'
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'
import type { SandboxKind } from '@filesmith/contract/schemas/admin'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { MediaChange, MediaDetails } from '@filesmith/contract/schemas/media'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { ConversionOptions, StoredPart } from './conversion-record.ts'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  sql,
  text,
  timestamp,
  uuid,
} from './drizzle.ts'

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const byteCount = (name: string) => bigint(name, { mode: 'number' })

export interface UploadInspection {
  readonly media: MediaDetails | null
  /** Of an image that can have several. */
  readonly pages?: number
  /** Storage key of the preview image. */
  readonly previewKey: string | null
  /** `pdf` for the pages of a prepared upload; otherwise a JPEG. */
  readonly previewFormat?: 'pdf'
  readonly previewBytes?: number
  readonly previewStoredAt?: string
  readonly problem: { readonly code: ErrorCode; readonly params: ErrorParams } | null
}

export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    operation: text('operation').$type<UploadPurpose>(),
    fileName: text('file_name').notNull(),
    declaredBytes: byteCount('declared_bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    format: text('format').$type<FormatId>(),
    inspection: jsonb('inspection').$type<UploadInspection>(),
    /** Keyed hash of the visitor's IP address; null for accounts, which have their own limits. */
    networkHash: text('network_hash'),
    /** Bytes of a resumable upload received when its last request ended. */
    receivedBytes: byteCount('received_bytes').notNull().default(0),
    /** When bytes last arrived; null for uploads of a web process of the previous version that cannot be resumed. */
    activeAt: instant('active_at'),
    leaseHolder: text('lease_holder'),
    leaseUntil: instant('lease_until'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index('uploads_expires_at').on(table.expiresAt),
    index('uploads_owner').on(table.ownerId),
    index('uploads_network').on(table.networkHash).where(sql`${table.networkHash} is not null`),
    index('uploads_open').on(table.activeAt).where(sql`${table.completedAt} is null`),
  ],
)

export const conversions = pgTable(
  'conversions',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    ownerPlan: text('owner_plan').$type<PlanId>().notNull(),
    operation: text('operation').$type<OperationId>().notNull(),
    uploadId: uuid('upload_id').notNull(),
    inputKey: text('input_key').notNull(),
    fileCount: integer('file_count').notNull().default(1),
    batchId: uuid('batch_id'),
    batchPosition: integer('batch_position').notNull().default(0),
    fileName: text('file_name').notNull(),
    fileKind: text('file_kind').$type<FileKind>().notNull(),
    originalFormat: text('original_format').$type<FormatId>().notNull(),
    convertedFormat: text('converted_format').$type<FormatId>().notNull(),
    originalSize: byteCount('original_size').notNull(),
    executionPlan: jsonb('plan').$type<ExecutionPlan>().notNull(),
    /** As requested, for retries; null in records older than this column. */
    options: jsonb('options').$type<ConversionOptions>(),
    sealedPassword: text('sealed_password'),
    /** The day whose allowance was charged; null if nothing was charged or it was refunded. */
    chargedOn: date('charged_on', { mode: 'string' }),
    /** Keyed hash of the IP address that was charged as well. */
    chargedAddress: text('charged_address'),
    jobId: uuid('job_id').notNull(),
    status: text('status').$type<ConversionStatus>().notNull().default('queued'),
    percent: real('percent').notNull().default(0),
    stage: text('stage').notNull().default('queued'),
    attempt: integer('attempt').notNull().default(0),
    revision: integer('revision').notNull().default(1),
    resultKey: text('result_key'),
    resultSize: byteCount('result_size'),
    /** Of a result with several pages, or of numbered files in an archive. */
    resultPages: integer('result_pages'),
    media: jsonb('media').$type<MediaChange>(),
    notes: jsonb('notes').$type<readonly string[]>().notNull().default([]),
    parts: jsonb('parts').$type<readonly StoredPart[]>().notNull().default([]),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    /** Output of the engine, for operators only. */
    errorDetail: text('error_detail'),
    /** The worker that started it last. */
    workerId: uuid('worker_id'),
    /** W3C traceparent, which links the spans of the request and the job. */
    traceParent: text('trace_parent'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index('conversions_owner_created').on(table.ownerId, table.createdAt),
    index('conversions_status_expires').on(table.status, table.expiresAt),
    index('conversions_upload').on(table.uploadId),
    index('conversions_batch').on(table.batchId),
    index('conversions_status_finished').on(table.status, table.finishedAt),
    index('conversions_failed')
      .on(table.finishedAt, table.id, table.errorCode)
      .where(sql`${table.errorCode} is not null`),
    index('conversions_owner_stored').on(table.ownerId).where(sql`${table.status} = 'succeeded'`),
    index('conversions_network_stored')
      .on(table.chargedAddress)
      .where(sql`${table.status} = 'succeeded' and ${table.chargedAddress} is not null`),
  ],
)

export type ConversionRow = typeof conversions.$inferSelect

/** Input files of conversions with several, and of those whose file came from a folder. */
export const conversionInputs = pgTable(
  'conversion_inputs',
  {
    conversionId: uuid('conversion_id')
      .notNull()
      .references(() => conversions.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    uploadId: uuid('upload_id').notNull(),
    inputKey: text('input_key').notNull(),
    name: text('name').notNull(),
    sizeBytes: byteCount('size_bytes').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.conversionId, table.position] }),
    index('conversion_inputs_upload').on(table.uploadId),
  ],
)

export const adImpressions = pgTable(
  'ad_impressions',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id'),
    /** Keyed hash: enough for counting, without storing the IP address. */
    addressHash: text('address_hash').notNull(),
    adUnitId: text('ad_unit_id').notNull(),
    pageUrl: text('page_url').notNull(),
    adPosition: text('ad_position').$type<AdImpression['adPosition']>().notNull(),
    deviceType: text('device_type').$type<AdImpression['deviceType']>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('ad_impressions_address_created').on(table.addressHash, table.createdAt),
    index('ad_impressions_created').on(table.createdAt),
  ],
)

export interface EngineReport {
  readonly engine: string
  readonly isAvailable: boolean
  readonly reason: string | null
  /** The worker runs it without a sandbox. */
  readonly isUnsandboxed?: boolean
  /** The sandbox of an available engine; missing in reports of older versions. */
  readonly sandbox?: SandboxKind
  /** Supported language pairs; translation engine only. */
  readonly pairs?: readonly TranslationPair[]
  /** Queue classes for which the worker has slots; missing in reports of older versions, which means both. */
  readonly queueClasses?: readonly QueueClass[]
  /** The worker claims from the job queue; missing in reports of versions that used pg-boss. */
  readonly hasJobQueue?: boolean
  /** Alias of `queueClasses` for rolling upgrades from versions that only know this name; removed in the next release. */
  readonly lanes?: readonly QueueClass[]
}

export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  engines: jsonb('engines').$type<readonly EngineReport[]>().notNull(),
  /** The next four are null for workers of older versions. */
  host: text('host'),
  processId: integer('process_id'),
  version: text('version'),
  startedAt: instant('started_at'),
  seenAt: instant('seen_at').notNull(),
})

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    /** Normalized for uniqueness, independent of case. */
    usernameKey: text('username_key').notNull().unique(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique(),
    emailVerifiedAt: instant('email_verified_at'),
    passwordHash: text('password_hash'),
    /** Encrypted; set during enrollment, in effect once twoStepOnAt is set. */
    twoStepSecret: text('two_step_secret'),
    twoStepOnAt: instant('two_step_on_at'),
    /** The last used TOTP time step, which prevents code replay. */
    twoStepUsed: byteCount('two_step_used').notNull().default(0),
    /** Incremented when credentials are revoked; a request admitted before cannot add one afterwards. */
    credentialVersion: integer('credential_version').notNull().default(0),
    /** Operators can see and change the whole installation. */
    operatorSince: instant('operator_since'),
    /** Granted by an operator without payment; grantedUntil is null for an unlimited grant. */
    grantedPlan: text('granted_plan').$type<OfferedPlanId>(),
    grantedUntil: instant('granted_until'),
    /** Given by groups of the directory at the last sign-in, and revoked at the next one without the group. */
    groupPlan: text('group_plan').$type<OfferedPlanId>(),
    groupOperatorSince: instant('group_operator_since'),
    /** Blocks sign-in until an operator lifts the suspension. */
    suspendedAt: instant('suspended_at'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('users_created').on(table.createdAt, table.id),
    index('users_operators').on(table.operatorSince).where(sql`${table.operatorSince} is not null`),
  ],
)

export const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    accountId: accountId(),
    isRemembered: boolean('is_remembered').notNull(),
    device: text('device').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the user last entered a password or code or signed in with a provider; null for sessions of older versions. */
    provedAt: instant('proved_at'),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('sessions_account').on(table.accountId), index('sessions_expires').on(table.expiresAt)],
)

/** `verified-email` is a used `verify-email`, kept until it expires to answer that it was used; it grants nothing. */
export type TokenPurpose = 'reset-password' | 'verify-email' | 'verified-email' | 'sign-in-code'

export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: accountId(),
    purpose: text('purpose').$type<TokenPurpose>().notNull(),
    detail: text('detail'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('account_tokens_account').on(table.accountId, table.purpose)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  { accountId: accountId(), codeHash: text('code_hash').notNull() },
  table => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

export const identities = pgTable(
  'identities',
  {
    provider: text('provider').$type<IdentityProviderId>().notNull(),
    subject: text('subject').notNull(),
    accountId: accountId(),
    label: text('label').notNull(),
    connectedAt: instant('connected_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_account').on(table.accountId),
  ],
)

/** Browsers that completed a sign-in to an account: their password attempts are counted separately from everyone else's. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the random token in the browser's cookie. */
    tokenHash: text('token_hash').notNull(),
    accountId: accountId(),
    /** The session that the last sign-in on this device began; not a foreign key, because the device outlives it. */
    sessionId: uuid('session_id'),
    /** When a sign-in with a second factor last succeeded here. */
    secondFactorAt: instant('second_factor_at'),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.tokenHash, table.accountId] }),
    index('known_devices_account').on(table.accountId),
    index('known_devices_expires').on(table.expiresAt),
  ],
)

/** Visitor ids whose cookie is revoked ("Forget this device"), kept until the cookie would have expired. */
export const revokedVisitors = pgTable(
  'revoked_visitors',
  { visitorId: text('visitor_id').primaryKey(), expiresAt: instant('expires_at').notNull() },
  table => [index('revoked_visitors_expires').on(table.expiresAt)],
)

/** Attempt counters for rate limits: by account, IP address or email address. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  table => [index('attempts_ends_at').on(table.endsAt)],
)

/** Messages of the contact form. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    isPriority: boolean('is_priority').notNull(),
    /** Suspected spam: stored, but not mailed. */
    isSuspected: boolean('is_suspected').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A mail job fails permanently after about an hour; this determines when it is queued again. */
    queuedAt: instant('queued_at').notNull(),
    mailedAt: instant('mailed_at'),
    handledAt: instant('handled_at'),
  },
  table => [
    index('contact_messages_account').on(table.accountId),
    index('contact_messages_created').on(table.createdAt),
  ],
)

/** Conversions per owner or IP address; `period` is a day or a month, identified by its first day. */
export const usageCounters = pgTable(
  'usage_counters',
  {
    holder: text('holder').notNull(),
    period: text('period').$type<'day' | 'month'>().notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    used: integer('used').notNull(),
  },
  table => [
    primaryKey({ columns: [table.holder, table.period, table.startsOn] }),
    index('usage_counters_starts_on').on(table.startsOn),
  ],
)
