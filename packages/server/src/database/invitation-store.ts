/** Invitations of guests to create an account. Only hashes of their tokens are stored. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { ListPage } from '../ports/list-page.ts'
import type { MailJob } from '../ports/mail.ts'
import { invitations } from './admin-schema.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import type { Database } from './database.ts'
import { and, desc, eq, gt, isNull, lte, type NodePgDatabase, or, type SQL } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface InvitationRecord {
  readonly id: string
  /** The only address that can accept it; null for any. */
  readonly email: string | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface ListedInvitation extends InvitationRecord {
  /** Username of the account that was created with it. */
  readonly acceptedBy: string | null
}

const columns = {
  id: invitations.id,
  email: invitations.email,
  createdBy: invitations.createdBy,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
}

const isOpen = (now: Date) => and(isNull(invitations.acceptedBy), gt(invitations.expiresAt, now))

function hasToken(tokenHash: string): SQL | undefined {
  return or(eq(invitations.tokenHash, tokenHash), eq(invitations.mailTokenHash, tokenHash))
}

export type InvitationStore = ReturnType<typeof createInvitationStore>

export function createInvitationStore({ orm }: Database) {
  return withDatabaseErrors({
    /** Writes the audit entry and enqueues the mail in the same transaction. */
    async insert(
      invitation: InvitationRecord & { readonly tokenHash: string },
      entry: NewAuditEntry,
      { isMailed }: { readonly isMailed: boolean },
    ): Promise<void> {
      await orm.transaction(async tx => {
        await tx.insert(invitations).values(invitation)
        await addAuditEntries(tx, [entry])
        const payload: MailJob = { kind: 'invitation', invitationId: invitation.id }
        if (isMailed) await insertJobs(tx, [{ id: randomUUID(), queue: 'send-mail', payload }])
      })
    },

    /** Newest first. */
    async list({ after, limit }: ListPage): Promise<ListedInvitation[]> {
      return orm
        .select({ ...columns, acceptedBy: users.username })
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.acceptedBy))
        .where(olderThan(invitations.createdAt, invitations.id, after))
        .orderBy(desc(invitations.createdAt), desc(invitations.id))
        .limit(limit)
    },

    async findByToken(tokenHash: string, now: Date): Promise<InvitationRecord | undefined> {
      const [row] = await orm
        .select(columns)
        .from(invitations)
        .where(and(hasToken(tokenHash), isOpen(now)))
      return row
    },

    /** Replaces the token of the mail; undefined if the invitation is no longer open. */
    async setMailToken(id: string, mailTokenHash: string, now: Date): Promise<InvitationRecord | undefined> {
      const [row] = await orm
        .update(invitations)
        .set({ mailTokenHash })
        .where(and(eq(invitations.id, id), isOpen(now)))
        .returning(columns)
      return row
    },

    /** Deletes an invitation that was not accepted yet, and writes the audit entry; false if there is none. */
    async revoke(id: string, entryOf: (email: string | null) => NewAuditEntry): Promise<boolean> {
      return orm.transaction(async tx => {
        const [revoked] = await tx
          .delete(invitations)
          .where(and(eq(invitations.id, id), isNull(invitations.acceptedBy)))
          .returning({ email: invitations.email })
        if (!revoked) return false
        await addAuditEntries(tx, [entryOf(revoked.email)])
        return true
      })
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(invitations).where(lte(invitations.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}

/**
 * Consumes the invitation inside the transaction that creates the account. Of two concurrent transactions the second
 * waits for the row and then finds it accepted.
 */
export async function acceptInvitation(
  tx: Pick<NodePgDatabase, 'insert' | 'update'>,
  tokenHash: string,
  account: { readonly id: string; readonly username: string; readonly createdAt: Date },
): Promise<void> {
  const [accepted] = await tx
    .update(invitations)
    .set({ acceptedBy: account.id })
    .where(and(hasToken(tokenHash), isOpen(account.createdAt)))
    .returning({ createdBy: invitations.createdBy })
  if (!accepted) throw new AppError('invitation-invalid')
  await addAuditEntries(tx, [
    {
      actor: { id: account.id, name: account.username },
      action: 'invitation-accepted',
      target: accepted.createdBy,
    },
  ])
}
