/** History of an owner with keyset pagination on (created_at, id), which uses the owner index. */

import type { HistoryCursor, HistoryFilter } from './conversion-record.ts'
import { and, desc, eq, ilike, isNotNull, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { escapeLike } from './older-than.ts'
import { conversions, uploads } from './schema.ts'

export async function listPast(
  orm: NodePgDatabase,
  ownerId: string,
  filter: HistoryFilter,
  page: { readonly after: HistoryCursor | null; readonly limit: number },
) {
  return orm
    .select({ row: conversions, hasUpload: sql<boolean>`${isNotNull(uploads.completedAt)}` })
    .from(conversions)
    .leftJoin(uploads, and(eq(uploads.id, conversions.uploadId), eq(uploads.ownerId, conversions.ownerId)))
    .where(
      and(
        eq(conversions.ownerId, ownerId),
        filter.fileKind && eq(conversions.fileKind, filter.fileKind),
        filter.status && eq(conversions.status, filter.status),
        filter.search ? ilike(conversions.fileName, `%${escapeLike(filter.search)}%`) : undefined,
        page.after ? isOlder(page.after) : undefined,
      ),
    )
    .orderBy(desc(conversions.createdAt), desc(conversions.id))
    .limit(page.limit)
}

function isOlder({ createdAt, id }: HistoryCursor): SQL {
  return sql`(${conversions.createdAt}, ${conversions.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`
}
