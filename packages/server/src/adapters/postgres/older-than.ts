/** Where the next page of a list begins that is ordered by a moment and an id, newest first. */

import type { ListCursor } from '../../ports/list-page.ts'
import { type AnyColumn, type SQL, sql } from './drizzle.ts'

export function olderThan(
  at: AnyColumn,
  id: AnyColumn,
  place: ListCursor | null,
  idType: 'uuid' | 'text' = 'uuid',
): SQL | undefined {
  if (place === null) return undefined
  return sql`(${at}, ${id}) < (${place.at}::timestamptz, ${place.id}::${sql.raw(idType)})`
}

/** What people type is looked for as it stands: `_` and `%` are letters of a name. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
