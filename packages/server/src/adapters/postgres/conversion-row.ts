/** Row type of a conversion and the columns a change may set. */
import { type SQL, sql } from './drizzle.ts'
import { conversions } from './schema.ts'

export type ConversionRow = typeof conversions.$inferSelect
export type ConversionChanges = { [Column in keyof ConversionRow]?: ConversionRow[Column] | SQL }

/** Incremented with every change that watchers should see. */
export const nextRevision = sql`${conversions.revision} + 1`
