/** Tables of the admin area: audit log and disabled engines. */
import { index, jsonb, pgTable, text, uuid } from './drizzle.ts'
import { instant } from './schema.ts'

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
