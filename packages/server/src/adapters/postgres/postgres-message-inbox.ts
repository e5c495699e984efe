/** Contact form messages for operators, in PostgreSQL. */

import { randomUUID } from 'node:crypto'
import type { MailJob } from '../../ports/mail.ts'
import type { MessageInbox, MessageState } from '../../ports/message-inbox.ts'
import { addAuditEntries } from './add-audit-entries.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, isNotNull, isNull } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { contactMessages, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const { queuedAt: _queuedAt, ...messageColumns } = getTableColumns(contactMessages)

/** Suspected spam is listed separately, handled or not. */
const conditions = {
  open: and(isNull(contactMessages.handledAt), eq(contactMessages.isSuspected, false)),
  handled: and(isNotNull(contactMessages.handledAt), eq(contactMessages.isSuspected, false)),
  suspected: eq(contactMessages.isSuspected, true),
} satisfies Record<MessageState, unknown>

export function createPostgresMessageInbox({ orm }: Database): MessageInbox {
  const select = () =>
    orm
      .select({ ...messageColumns, username: users.username })
      .from(contactMessages)
      .leftJoin(users, eq(users.id, contactMessages.accountId))

  return withDatabaseErrors<MessageInbox>({
    async list(state, { after, limit }) {
      return select()
        .where(and(conditions[state], olderThan(contactMessages.createdAt, contactMessages.id, after)))
        .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
        .limit(limit)
    },

    async find(id) {
      const [row] = await select().where(eq(contactMessages.id, id))
      return row
    },

    async setHandled(id, handledAt, entry) {
      await orm.transaction(async tx => {
        await tx.update(contactMessages).set({ handledAt }).where(eq(contactMessages.id, id))
        await addAuditEntries(tx, [entry])
      })
    },

    async clear(id, now, entry) {
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
