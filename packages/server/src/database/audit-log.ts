/** Append-only log of changes to the installation; entries are deleted only when their retention ends. */

import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@filesmith/contract/schemas/audit-actions'
import type { ListPage } from '../ports/list-page.ts'
import { auditEntries } from './admin-schema.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, lt, type NodePgDatabase } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** An operator, or a user of the command line, who has no account. */
export interface Actor {
  readonly id: string | null
  readonly name: string
}

/** Written in the same transaction as the change it records. */
export interface NewAuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** Name of the affected user or object at the time. */
  readonly target: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

interface AuditRecord {
  readonly id: string
  readonly at: Date
  readonly actor: string
  /** May be an action that only another version of the server knows. */
  readonly action: string
  readonly target: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

const { actorId: _actorId, ...columns } = getTableColumns(auditEntries)

export type AuditLog = ReturnType<typeof createAuditLog>

export function createAuditLog({ orm }: Database) {
  return withDatabaseErrors({
    /** For events without a change in the database, such as a sign-in. */
    add: (entry: NewAuditEntry): Promise<void> => addAuditEntries(orm, [entry]),

    /** Newest first. */
    async list(
      { action }: { readonly action?: AuditAction | undefined },
      { after, limit }: ListPage,
    ): Promise<AuditRecord[]> {
      return orm
        .select(columns)
        .from(auditEntries)
        .where(
          and(action && eq(auditEntries.action, action), olderThan(auditEntries.at, auditEntries.id, after)),
        )
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .limit(limit)
    },

    /** Returns the number deleted. */
    async removeBefore(moment: Date): Promise<number> {
      const removed = await orm.delete(auditEntries).where(lt(auditEntries.at, moment))
      return removed.rowCount ?? 0
    },
  })
}

/** Adds audit log entries inside the transaction of the change they describe. */
export async function addAuditEntries(
  tx: Pick<NodePgDatabase, 'insert'>,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditEntries).values(
    entries.map(({ actor, action, target, detail = {} }) => ({
      id: randomUUID(),
      at: new Date(),
      actorId: actor.id,
      actor: actor.name,
      action,
      target,
      detail,
    })),
  )
}
