/** Tables of Filesmith. The queue's own tables belong to pg-boss and live in its schema. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'
import type { ConversionStatus } from '@filesmith/contract/schemas/conversion'
import type { MediaChange } from '@filesmith/contract/schemas/media'
import type { Plan } from '@filesmith/contract/schemas/plan'
import { bigint, index, integer, jsonb, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UploadInspection } from '../../ports/upload-store.ts'
import type { EngineReport } from '../../ports/worker-registry.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const byteCount = (name: string) => bigint(name, { mode: 'number' })

export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    operation: text('operation').$type<OperationId>(),
    fileName: text('file_name').notNull(),
    declaredBytes: byteCount('declared_bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    format: text('format').$type<FormatId>(),
    inspection: jsonb('inspection').$type<UploadInspection>(),
    leaseHolder: text('lease_holder'),
    leaseUntil: instant('lease_until'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('uploads_expires_at').on(table.expiresAt)],
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
    fileName: text('file_name').notNull(),
    fileKind: text('file_kind').$type<FileKind>().notNull(),
    originalFormat: text('original_format').$type<FormatId>().notNull(),
    convertedFormat: text('converted_format').$type<FormatId>().notNull(),
    originalSize: byteCount('original_size').notNull(),
    plan: jsonb('plan').$type<Plan>().notNull(),
    jobId: uuid('job_id').notNull(),
    status: text('status').$type<ConversionStatus>().notNull().default('queued'),
    percent: real('percent').notNull().default(0),
    stage: text('stage').notNull().default('queued'),
    attempt: integer('attempt').notNull().default(0),
    revision: integer('revision').notNull().default(1),
    resultKey: text('result_key'),
    resultSize: byteCount('result_size'),
    media: jsonb('media').$type<MediaChange>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index('conversions_owner_created').on(table.ownerId, table.createdAt),
    index('conversions_status_expires').on(table.status, table.expiresAt),
    index('conversions_upload').on(table.uploadId),
  ],
)

export const adImpressions = pgTable(
  'ad_impressions',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id'),
    /** A keyed hash: enough to count by, not to know where somebody sits. */
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

export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  engines: jsonb('engines').$type<readonly EngineReport[]>().notNull(),
  seenAt: instant('seen_at').notNull(),
})
