/** Contact messages as operators process them. */

import { randomUUID } from 'node:crypto'
import type { messageStates } from '@filesmith/contract/schemas/admin-queries'
import type { ListPage } from '../ports/list-page.ts'
import type { MailJob } from '../ports/mail.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import type { ContactMessage } from './contact-store.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, isNotNull, isNull } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { contactMessages, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export type MessageState = (typeof messageStates)[number]

export interface InboxMessage extends ContactMessage {
  readonly username: string | null
  readonly mailedAt: Date | null
  readonly handledAt: Date | null
}

const { queuedAt: _queuedAt, ...messageColumns } = getTableColumns(contactMessages)

/** Suspected spam is listed separately, handled or not. */
const conditions = {
  open: and(isNull(contactMessages.handledAt), eq(contactMessages.isSuspected, false)),
  handled: and(isNotNull(contactMessages.handledAt), eq(contactMessages.isSuspected, false)),
  suspected: eq(contactMessages.isSuspected, true),
} satisfies Record<MessageState, unknown>

export type MessageInbox = ReturnType<typeof createMessageInbox>

export function createMessageInbox({ orm }: Database) {
  const select = () =>
    orm
      .select({ ...messageColumns, username: users.username })
      .from(contactMessages)
      .leftJoin(users, eq(users.id, contactMessages.accountId))

  return withDatabaseErrors({
    /** Newest first. */
    async list(state: MessageState, { after, limit }: ListPage): Promise<InboxMessage[]> {
      return select()
        .where(and(conditions[state], olderThan(contactMessages.createdAt, contactMessages.id, after)))
        .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
        .limit(limit)
    },

    async find(id: string): Promise<InboxMessage | undefined> {
      const [row] = await select().where(eq(contactMessages.id, id))
      return row
    },

    /** Writes the audit entry in the same transaction. */
    async setHandled(id: string, handledAt: Date | null, entry: NewAuditEntry): Promise<void> {
      await orm.transaction(async tx => {
        await tx.update(contactMessages).set({ handledAt }).where(eq(contactMessages.id, id))
        await addAuditEntries(tx, [entry])
      })
    },

    /** Clears the spam suspicion and mails the message. */
    async clear(id: string, now: Date, entry: NewAuditEntry): Promise<void> {
      await orm.transaction(async tx => {
        await tx
          .update(contactMessages)
          .set({ isSuspected: false, queuedAt: now })
          .where(eq(contactMessages.id, id))
        const job: MailJob = { kind: 'contact-message', messageId: id }
        await insertJobs(tx, [{ id: randomUUID(), queue: 'send-mail', payload: job }])
        await addAuditEntries(tx, [entry])
      })
    },
  })
}
