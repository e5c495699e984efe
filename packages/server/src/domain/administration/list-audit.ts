/** Pages of the audit log, with a readable summary of each entry. */
import { auditSentence } from '@filesmith/contract/messages/admin-audit'
import type { AuditPage } from '@filesmith/contract/schemas/admin'
import type { AuditAction } from '@filesmith/contract/schemas/audit-actions'
import type { AdminDeps } from './admin-deps.ts'
import { cutPage, pageBefore } from './list-page.ts'

export async function listAudit(
  deps: Pick<AdminDeps, 'audit'>,
  filter: { readonly action?: AuditAction | undefined },
  before: string | undefined,
): Promise<AuditPage> {
  const found = await deps.audit.list(filter, pageBefore(before))
  const { shown, next } = cutPage(found, ({ at, id }) => ({ at: at.toISOString(), id }))
  return {
    entries: shown.map(entry => ({
      id: entry.id,
      at: entry.at.toISOString(),
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      summary: auditSentence(entry),
    })),
    next,
  }
}
