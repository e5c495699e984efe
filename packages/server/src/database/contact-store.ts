/** Messages sent with the contact form. Their mail jobs contain only the message id. */
import { randomUUID } from 'node:crypto'
import type { MailJob } from '../ports/mail.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, isNull, lt } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { contactMessages } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface ContactMessage {
  readonly id: string
  /** Set if the sender was signed in; the message is deleted with the account. */
  readonly accountId: string | null
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly isPriority: boolean
  /** Suspected spam: stored, but not mailed. */
  readonly isSuspected: boolean
  readonly createdAt: Date
}

const {
  queuedAt: _queuedAt,
  mailedAt: _mailedAt,
  handledAt: _handledAt,
  ...messageColumns
} = getTableColumns(contactMessages)

export type ContactStore = ReturnType<typeof createContactStore>

/** Contact form messages in PostgreSQL; their mail jobs contain only the message id. */
export function createContactStore({ orm }: Database) {
  const queueMail = (tx: Transaction, messageId: string) => {
    const job: MailJob = { kind: 'contact-message', messageId }
    return insertJobs(tx, [{ id: randomUUID(), queue: 'send-mail', payload: job }])
  }
  const select = () => orm.select(messageColumns).from(contactMessages)

  return withDatabaseErrors({
    /** Stores the message and, unless suspected, queues its mail in the same transaction. */
    async add(message: ContactMessage): Promise<void> {
      await orm.transaction(async tx => {
        await tx.insert(contactMessages).values({ ...message, queuedAt: message.createdAt })
        if (!message.isSuspected) await queueMail(tx, message.id)
      })
    },

    /** Undefined if the message was deleted or already mailed. */
    async findUnmailed(id: string): Promise<ContactMessage | undefined> {
      const [row] = await select().where(and(eq(contactMessages.id, id), isNull(contactMessages.mailedAt)))
      return row
    },

    /** Newest first. */
    listSentBy(accountId: string): Promise<readonly ContactMessage[]> {
      return select().where(eq(contactMessages.accountId, accountId)).orderBy(desc(contactMessages.createdAt))
    },

    async markMailed(id: string, now: Date): Promise<void> {
      await orm.update(contactMessages).set({ mailedAt: now }).where(eq(contactMessages.id, id))
    },

    /** Requeues messages queued before this time that are still not mailed; returns the number requeued. */
    async queueUnmailed(queuedBefore: Date, now: Date): Promise<number> {
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

    /** Returns the number deleted. */
    async removeBefore(moment: Date): Promise<number> {
      const removed = await orm.delete(contactMessages).where(lt(contactMessages.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
