/** Tables of the previous version, whose work is in the job queue now. Its processes may still use them. */
import { index, integer, jsonb, pgTable, text, uuid } from './drizzle.ts'
import { byteCount, instant } from './schema.ts'

/** Pending translations and language detections; a row is deleted as soon as it is answered. */
export const textJobs = pgTable(
  'text_jobs',
  {
    id: uuid('id').primaryKey(),
    text: text('text').notNull(),
    /** Null until it is detected. */
    sourceLanguage: text('source_language'),
    /** Null if only language detection is requested. */
    targetLanguage: text('target_language'),
    status: text('status').notNull().default('waiting'),
    /** Fencing token: a worker presumed dead may come back. */
    attempt: integer('attempt').notNull().default(0),
    /** A worker that does not renew its lease in time loses the job. */
    leaseUntil: instant('lease_until'),
    translated: text('translated').notNull().default(''),
    pair: jsonb('pair'),
    errorCode: text('error_code'),
    errorParams: jsonb('error_params').notNull().default({}),
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
    step: jsonb('step').notNull(),
    files: jsonb('files').notNull(),
    status: text('status').notNull().default('waiting'),
    bytes: byteCount('bytes'),
    frames: integer('frames').notNull().default(0),
    errorCode: text('error_code'),
    errorParams: jsonb('error_params').notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('estimates_status_created').on(table.status, table.createdAt)],
)
