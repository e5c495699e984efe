/** Adds audit log entries inside the transaction of the change they describe. */
import { randomUUID } from 'node:crypto'
import type { NewAuditEntry } from '../../ports/audit-log.ts'
import { auditEntries } from './admin-schema.ts'
import type { NodePgDatabase } from './drizzle.ts'

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
