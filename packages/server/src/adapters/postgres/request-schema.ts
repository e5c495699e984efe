/** Tables of the desks: what somebody waits for while a worker has it. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { EstimatedFile, EstimateStatus } from '../../ports/estimate-queue.ts'
import type { TextJobStatus } from '../../ports/translation-queue.ts'
import { index, integer, jsonb, pgTable, text, uuid } from './drizzle.ts'
import { byteCount, instant } from './schema.ts'

/** Texts on their way to a worker and back; a row goes as soon as it was answered. */
export const textJobs = pgTable(
  'text_jobs',
  {
    id: uuid('id').primaryKey(),
    text: text('text').notNull(),
    /** Null while nobody knows it. */
    sourceLanguage: text('source_language').$type<LanguageId>(),
    /** Null where only the language is asked for. */
    targetLanguage: text('target_language').$type<LanguageId>(),
    status: text('status').$type<TextJobStatus>().notNull().default('waiting'),
    /** Whose answer counts: a worker that was thought dead may come back. */
    attempt: integer('attempt').notNull().default(0),
    /** A worker that stays silent for longer has lost it to another one. */
    leaseUntil: instant('lease_until'),
    translated: text('translated').notNull().default(''),
    pair: jsonb('pair').$type<TranslationPair>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorParams: jsonb('error_params').$type<ErrorParams>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('text_jobs_status_created').on(table.status, table.createdAt)],
)

/** Questions for the size of a result on their way to a worker and back; a row goes as soon as it was answered. */
export const estimates = pgTable(
  'estimates',
  {
    id: uuid('id').primaryKey(),
    /** Has at most one: who asks again no longer waits for the answer before. */
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
