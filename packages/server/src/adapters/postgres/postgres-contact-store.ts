/** Contact form messages in PostgreSQL; their mail jobs contain only the message id. */

import { randomUUID } from 'node:crypto'
import type { ContactStore } from '../../ports/contact-store.ts'
import type { MailJob } from '../../ports/mail.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, isNull, lt } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { contactMessages } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const {
  queuedAt: _queuedAt,
  mailedAt: _mailedAt,
  handledAt: _handledAt,
  ...messageColumns
} = getTableColumns(contactMessages)

export function createPostgresContactStore({ orm }: Database): ContactStore {
  const queueMail = (tx: Transaction, messageId: string) => {
    const job: MailJob = { kind: 'contact-message', messageId }
    return insertJobs(tx, [{ id: randomUUID(), queue: 'send-mail', payload: job }])
  }
  const select = () => orm.select(messageColumns).from(contactMessages)

  return withDatabaseErrors<ContactStore>({
    async add(message) {
      await orm.transaction(async tx => {
        await tx.insert(contactMessages).values({ ...message, queuedAt: message.createdAt })
        if (!message.isSuspected) await queueMail(tx, message.id)
      })
    },

    async findUnmailed(id) {
      const [row] = await select().where(and(eq(contactMessages.id, id), isNull(contactMessages.mailedAt)))
      return row
    },

    listSentBy(accountId) {
      return select().where(eq(contactMessages.accountId, accountId)).orderBy(desc(contactMessages.createdAt))
    },

    async markMailed(id, now) {
      await orm.update(contactMessages).set({ mailedAt: now }).where(eq(contactMessages.id, id))
    },

    async queueUnmailed(queuedBefore, now) {
      return orm.transaction(async tx => {
        const waiting = await tx
          .update(contactMessages)
          .set({ queuedAt: now })
          .where(
            and(
              isNull(contactMessages.mailedAt),
              eq(contactMessages.isSuspected, false),
              lt(contactMessages.queuedAt, queuedBefore),
            ),
          )
          .returning({ id: contactMessages.id })
        for (const { id } of waiting) await queueMail(tx, id)
        return waiting.length
      })
    },

    async removeBefore(moment) {
      const removed = await orm.delete(contactMessages).where(lt(contactMessages.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
