/** Tables of chat support: one chat per account, its messages, and what each side has read. */
import { index, integer, pgTable, primaryKey, sql, text } from './drizzle.ts'
import { accountId, instant, users } from './schema.ts'

export type ChatSide = 'account' | 'operator'

/** A trigger announces every change, so that event streams of all web processes follow it. */
export const chats = pgTable(
  'chats',
  {
    accountId: accountId().primaryKey(),
    /** Incremented with every message and read mark. */
    revision: integer('revision').notNull(),
    /** Position of the last message of the other side that was read. */
    readByAccount: integer('read_by_account').notNull().default(0),
    readByOperators: integer('read_by_operators').notNull().default(0),
    /** When the oldest unread message of the other side was sent; null if there is none. */
    accountUnreadSince: instant('account_unread_since'),
    operatorsUnreadSince: instant('operators_unread_since'),
    /** When a mail about the unread messages was queued; null again once they are read. */
    accountMailedAt: instant('account_mailed_at'),
    operatorsMailedAt: instant('operators_mailed_at'),
    lastMessageAt: instant('last_message_at').notNull(),
  },
  table => [
    index('chats_last_message').on(table.lastMessageAt, table.accountId),
    index('chats_account_unread')
      .on(table.accountUnreadSince)
      .where(sql`${table.accountUnreadSince} is not null`),
    index('chats_operators_unread')
      .on(table.operatorsUnreadSince)
      .where(sql`${table.operatorsUnreadSince} is not null`),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => chats.accountId, { onDelete: 'cascade' }),
    /** The revision of the chat that added it. */
    position: integer('position').notNull(),
    author: text('author').$type<ChatSide>().notNull(),
    /** The operator who answered; null for messages of the account and of deleted operators. */
    operatorId: text('operator_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.position] }),
    index('chat_messages_created').on(table.createdAt),
    index('chat_messages_operator').on(table.operatorId).where(sql`${table.operatorId} is not null`),
  ],
)
