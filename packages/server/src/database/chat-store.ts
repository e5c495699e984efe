/** Chats between accounts and operators. Every change increments the revision of its chat, and a trigger announces it. */
import { randomUUID } from 'node:crypto'
import type { ListPage } from '../ports/list-page.ts'
import type { MailJob } from '../ports/mail.ts'
import { type AccountRecord, accountColumns, toAccount } from './account-store.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import { subscriptions } from './billing-schema.ts'
import { type ChatSide, chatMessages, chats } from './chat-schema.ts'
import type { Database } from './database.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  type SQL,
  sql,
} from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { users } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export type { ChatSide }

export interface ChatRecord {
  readonly revision: number
  readonly readByAccount: number
  readonly readByOperators: number
}

export interface ChatMessageRecord {
  readonly position: number
  readonly author: ChatSide
  readonly operatorName: string | null
  readonly text: string
  readonly createdAt: Date
}

export interface NewChatMessage {
  readonly accountId: string
  readonly text: string
  readonly createdAt: Date
}

export interface ListedChat {
  readonly account: AccountRecord
  readonly unread: number
  readonly lastMessageAt: Date
  readonly lastAuthor: ChatSide
  /** The first characters. */
  readonly lastText: string
}

/** Of the chat that the first message creates; 1 is the revision of a chat without messages. */
const firstRevision = 2
const excerptCharacters = 200
/** Far more than operators can answer; the oldest wait first. */
const maxUnreadChats = 500

/** Columns of the side that reads. */
const readers = {
  account: {
    readUpTo: 'readByAccount',
    unreadSince: 'accountUnreadSince',
    mailedAt: 'accountMailedAt',
    writer: 'operator',
  },
  operator: {
    readUpTo: 'readByOperators',
    unreadSince: 'operatorsUnreadSince',
    mailedAt: 'operatorsMailedAt',
    writer: 'account',
  },
} as const

const nextRevision = sql`${chats.revision} + 1`

export type ChatStore = ReturnType<typeof createChatStore>

export function createChatStore({ orm, instancePlan }: Database) {
  const selectMessages = (condition: SQL | undefined) =>
    orm
      .select({
        position: chatMessages.position,
        author: chatMessages.author,
        operatorName: users.username,
        text: chatMessages.text,
        createdAt: chatMessages.createdAt,
      })
      .from(chatMessages)
      .leftJoin(users, eq(users.id, chatMessages.operatorId))
      .where(condition)

  const insertMessage = (
    tx: Transaction,
    { accountId, text, createdAt }: NewChatMessage,
    position: number,
    operatorId: string | null,
  ) =>
    tx.insert(chatMessages).values({
      accountId,
      position,
      author: operatorId === null ? 'account' : 'operator',
      operatorId,
      text,
      createdAt,
    })

  const selectChats = (condition: SQL | undefined) => {
    const last = <Value>(column: SQL) => sql<Value>`(select ${column} from ${chatMessages}
      where ${chatMessages.accountId} = ${chats.accountId} order by ${chatMessages.position} desc limit 1)`
    const unread = sql<number>`(select count(*)::int from ${chatMessages}
      where ${chatMessages.accountId} = ${chats.accountId} and ${chatMessages.author} = 'account'
        and ${chatMessages.position} > ${chats.readByOperators})`
    return orm
      .select({
        account: accountColumns,
        unread,
        lastMessageAt: chats.lastMessageAt,
        lastAuthor: last<ChatSide>(sql`${chatMessages.author}`),
        lastText: last<string>(sql`left(${chatMessages.text}, ${excerptCharacters})`),
      })
      .from(chats)
      .innerJoin(users, eq(users.id, chats.accountId))
      .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
      .where(condition)
      .$dynamic()
  }

  return withDatabaseErrors({
    async find(accountId: string): Promise<ChatRecord | undefined> {
      const { revision, readByAccount, readByOperators } = chats
      const [row] = await orm
        .select({ revision, readByAccount, readByOperators })
        .from(chats)
        .where(eq(chats.accountId, accountId))
      return row
    },

    /** The newest messages before this position, newest first. */
    listBefore(accountId: string, before: number | undefined, limit: number): Promise<ChatMessageRecord[]> {
      const isBefore = before === undefined ? undefined : lt(chatMessages.position, before)
      return selectMessages(and(eq(chatMessages.accountId, accountId), isBefore))
        .orderBy(desc(chatMessages.position))
        .limit(limit)
    },

    /** Oldest first. */
    listAfter(accountId: string, after: number): Promise<ChatMessageRecord[]> {
      return selectMessages(
        and(eq(chatMessages.accountId, accountId), gt(chatMessages.position, after)),
      ).orderBy(asc(chatMessages.position))
    },

    /** Creates the chat with the first message. Returns the position. */
    async addFromAccount(message: NewChatMessage): Promise<number> {
      const { accountId, createdAt } = message
      return orm.transaction(async tx => {
        const [chat] = await tx
          .insert(chats)
          .values({
            accountId,
            revision: firstRevision,
            operatorsUnreadSince: createdAt,
            lastMessageAt: createdAt,
          })
          .onConflictDoUpdate({
            target: chats.accountId,
            set: {
              revision: nextRevision,
              operatorsUnreadSince: sql`coalesce(${chats.operatorsUnreadSince}, excluded.operators_unread_since)`,
              lastMessageAt: createdAt,
            },
          })
          .returning({ position: chats.revision })
        if (!chat) throw new Error('the chat was not stored')
        await insertMessage(tx, message, chat.position, null)
        return chat.position
      })
    },

    /** Undefined if there is no such chat. Writes the audit entry in the same transaction. */
    async addFromOperator(
      message: NewChatMessage,
      operatorId: string,
      entry: NewAuditEntry,
    ): Promise<number | undefined> {
      const { accountId, createdAt } = message
      return orm.transaction(async tx => {
        const [chat] = await tx
          .update(chats)
          .set({
            revision: nextRevision,
            accountUnreadSince: sql`coalesce(${chats.accountUnreadSince}, ${createdAt.toISOString()}::timestamptz)`,
            lastMessageAt: createdAt,
          })
          .where(eq(chats.accountId, accountId))
          .returning({ position: chats.revision })
        if (!chat) return undefined
        await insertMessage(tx, message, chat.position, operatorId)
        await addAuditEntries(tx, [entry])
        return chat.position
      })
    },

    /** Never moves backward, nor beyond the last message. Messages after the mark start a new unread period. */
    async markRead(accountId: string, side: ChatSide, upTo: number): Promise<void> {
      const { readUpTo, unreadSince, mailedAt, writer } = readers[side]
      await orm.transaction(async tx => {
        // Locked first: a message added meanwhile must be seen by the next query.
        const [chat] = await tx.select().from(chats).where(eq(chats.accountId, accountId)).for('update')
        const readPosition = Math.min(upTo, chat?.revision ?? 0)
        if (!chat || readPosition <= chat[readUpTo]) return
        const [next] = await tx
          .select({ createdAt: chatMessages.createdAt })
          .from(chatMessages)
          .where(
            and(
              eq(chatMessages.accountId, accountId),
              eq(chatMessages.author, writer),
              gt(chatMessages.position, readPosition),
            ),
          )
          .orderBy(asc(chatMessages.position))
          .limit(1)
        await tx
          .update(chats)
          .set({
            revision: nextRevision,
            [readUpTo]: readPosition,
            [unreadSince]: next?.createdAt ?? null,
            [mailedAt]: null,
          })
          .where(eq(chats.accountId, accountId))
      })
    },

    /** Chats that no operator has read come first, on the first page only. */
    async list({ after, limit }: ListPage): Promise<{ unread: ListedChat[]; read: ListedChat[] }> {
      const unread =
        after === null
          ? await selectChats(isNotNull(chats.operatorsUnreadSince))
              .orderBy(asc(chats.operatorsUnreadSince), asc(chats.accountId))
              .limit(maxUnreadChats)
          : []
      const read = await selectChats(
        and(
          isNull(chats.operatorsUnreadSince),
          olderThan(chats.lastMessageAt, chats.accountId, after, 'text'),
        ),
      )
        .orderBy(desc(chats.lastMessageAt), desc(chats.accountId))
        .limit(limit)
      const toListed = ({ account, ...row }: (typeof read)[number]) => ({
        ...row,
        account: toAccount(account, instancePlan),
      })
      return { unread: unread.map(toListed), read: read.map(toListed) }
    },

    async countUnread(): Promise<number> {
      const [row] = await orm
        .select({ count: count() })
        .from(chats)
        .where(isNotNull(chats.operatorsUnreadSince))
      return row?.count ?? 0
    },

    /** Messages that this side has not read, oldest first. */
    async listUnread(accountId: string, side: ChatSide): Promise<ChatMessageRecord[]> {
      const { readUpTo, writer } = readers[side]
      const [chat] = await orm.select().from(chats).where(eq(chats.accountId, accountId))
      if (!chat) return []
      return selectMessages(
        and(
          eq(chatMessages.accountId, accountId),
          eq(chatMessages.author, writer),
          gt(chatMessages.position, chat[readUpTo]),
        ),
      ).orderBy(asc(chatMessages.position))
    },

    /** Queues one mail per chat and side with messages unread since then or longer; returns the number queued. */
    async queueMails(unreadSince: Date, now: Date): Promise<number> {
      let queued = 0
      for (const side of ['account', 'operator'] as const) {
        const columns = readers[side]
        queued += await orm.transaction(async tx => {
          const due = await tx
            .update(chats)
            .set({ [columns.mailedAt]: now })
            .where(and(lte(chats[columns.unreadSince], unreadSince), isNull(chats[columns.mailedAt])))
            .returning({ accountId: chats.accountId })
          const mails = due.map(
            ({ accountId }): MailJob => ({ kind: 'chat-unread', accountId, reader: side }),
          )
          await insertJobs(
            tx,
            mails.map(payload => ({ id: randomUUID(), queue: 'send-mail', payload })),
          )
          return due.length
        })
      }
      return queued
    },

    /** Also removes chats that have no messages left. Returns the number of messages deleted. */
    async removeBefore(moment: Date): Promise<number> {
      return orm.transaction(async tx => {
        const removed = await tx.delete(chatMessages).where(lt(chatMessages.createdAt, moment))
        await tx
          .delete(chats)
          .where(
            and(
              lt(chats.lastMessageAt, moment),
              notExists(tx.select().from(chatMessages).where(eq(chatMessages.accountId, chats.accountId))),
            ),
          )
        return removed.rowCount ?? 0
      })
    },
  })
}
