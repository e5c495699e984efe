/** The audit log in PostgreSQL. */

import type { AuditLog } from '../../ports/audit-log.ts'
import { addAuditEntries } from './add-audit-entries.ts'
import { auditEntries } from './admin-schema.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, lt } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const { actorId: _actorId, ...columns } = getTableColumns(auditEntries)

export function createPostgresAuditLog({ orm }: Database): AuditLog {
  return withDatabaseErrors<AuditLog>({
    add: entry => addAuditEntries(orm, [entry]),

    async list({ action }, { after, limit }) {
      return orm
        .select(columns)
        .from(auditEntries)
        .where(
          and(action && eq(auditEntries.action, action), olderThan(auditEntries.at, auditEntries.id, after)),
        )
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .limit(limit)
    },

    async removeBefore(moment) {
      const removed = await orm.delete(auditEntries).where(lt(auditEntries.at, moment))
      return removed.rowCount ?? 0
    },
  })
}
