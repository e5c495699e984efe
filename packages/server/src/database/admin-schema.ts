/** Tables of the admin area: audit log, disabled engines, invitations and the set-up link. */
import { index, integer, jsonb, pgTable, sql, text, uuid } from './drizzle.ts'
import { instant, users } from './schema.ts'

/** Append-only; records names as they were at the time and outlives the accounts. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id'),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target'),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  },
  table => [index('audit_entries_at').on(table.at)],
)

/** An engine listed here is disabled for all workers. */
export const enginesOff = pgTable('engines_off', {
  engine: text('engine').primaryKey(),
  reason: text('reason').notNull(),
  switchedBy: text('switched_by').notNull(),
  since: instant('since').notNull(),
})

/** Deleted when it expires or is revoked, or with the account that accepted it. Only hashes of its tokens are stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    /** Of the link that the operator sees. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Of the link in the mail, which a worker creates when it sends the mail. */
    mailTokenHash: text('mail_token_hash').unique(),
    /** The only address that can accept it; null for any. */
    email: text('email'),
    /** Name of the operator at the time. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Account that was created with it. */
    acceptedBy: text('accepted_by').references(() => users.id, { onDelete: 'cascade' }),
  },
  table => [
    index('invitations_created').on(table.createdAt, table.id),
    index('invitations_expires').on(table.expiresAt),
    index('invitations_accepted').on(table.acceptedBy).where(sql`${table.acceptedBy} is not null`),
  ],
)

/** At most one row: the link that creates the first operator. */
export const setUpLinks = pgTable('set_up_links', {
  id: integer('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
