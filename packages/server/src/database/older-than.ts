/** Keyset pagination condition for lists ordered by time and id, newest first. */

import type { ListCursor } from '../ports/list-page.ts'
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

/** Escapes LIKE wildcards in user input. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
