/** A conversion as it stands in its table, and what a change of it may set. */
import { type SQL, sql } from './drizzle.ts'
import { conversions } from './schema.ts'

export type ConversionRow = typeof conversions.$inferSelect
export type ConversionChanges = { [Column in keyof ConversionRow]?: ConversionRow[Column] | SQL }

/** Every change that a watcher should see counts up. */
export const nextRevision = sql`${conversions.revision} + 1`
