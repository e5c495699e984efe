/** Tables of operation: who changed what, and which engines are switched off. */
import { index, jsonb, pgTable, text, uuid } from './drizzle.ts'
import { instant } from './schema.ts'

/** Only ever added to; it names people as they were called then, and outlives their accounts. */
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

/** An engine that stands here is not used by anybody. */
export const enginesOff = pgTable('engines_off', {
  engine: text('engine').primaryKey(),
  reason: text('reason').notNull(),
  switchedBy: text('switched_by').notNull(),
  since: instant('since').notNull(),
})
