/** Tables of short-lived requests that a client waits for while a worker processes them. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { EstimatedFile, EstimateStatus } from '../../ports/estimate-queue.ts'
import type { TextJobStatus } from '../../ports/translation-queue.ts'
import { index, integer, jsonb, pgTable, text, uuid } from './drizzle.ts'
import { byteCount, instant } from './schema.ts'

/** Pending translations and language detections; a row is deleted as soon as it is answered. */
export const textJobs = pgTable(
  'text_jobs',
  {
    id: uuid('id').primaryKey(),
    text: text('text').notNull(),
    /** Null until it is detected. */
    sourceLanguage: text('source_language').$type<LanguageId>(),
    /** Null if only language detection is requested. */
    targetLanguage: text('target_language').$type<LanguageId>(),
    status: text('status').$type<TextJobStatus>().notNull().default('waiting'),
    /** Fencing token: a worker presumed dead may come back. */
    attempt: integer('attempt').notNull().default(0),
    /** A worker that does not renew its lease in time loses the job. */
    leaseUntil: instant('lease_until'),
    translated: text('translated').notNull().default(''),
    pair: jsonb('pair').$type<TranslationPair>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('text_jobs_status_created').on(table.status, table.createdAt)],
)

/** Pending size estimates; a row is deleted as soon as it is answered. */
export const estimates = pgTable(
  'estimates',
  {
    id: uuid('id').primaryKey(),
    /** Unique: a new request of the owner replaces the previous one. */
    ownerId: text('owner_id').notNull().unique(),
    step: jsonb('step').$type<ExecutionStep>().notNull(),
    files: jsonb('files').$type<readonly EstimatedFile[]>().notNull(),
    status: text('status').$type<EstimateStatus>().notNull().default('waiting'),
    bytes: byteCount('bytes'),
    frames: integer('frames').notNull().default(0),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('estimates_status_created').on(table.status, table.createdAt)],
)
