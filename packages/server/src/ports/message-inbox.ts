/** Contact messages as operators process them. */
import type { messageStates } from '@filesmith/contract/schemas/admin-queries'
import type { NewAuditEntry } from './audit-log.ts'
import type { ContactMessage } from './contact-store.ts'
import type { ListPage } from './list-page.ts'

export type MessageState = (typeof messageStates)[number]

export interface InboxMessage extends ContactMessage {
  readonly username: string | null
  readonly mailedAt: Date | null
  readonly handledAt: Date | null
}

export interface MessageInbox {
  /** Newest first. */
  list(state: MessageState, page: ListPage): Promise<InboxMessage[]>
  find(id: string): Promise<InboxMessage | undefined>
  /** Writes the audit entry in the same transaction. */
  setHandled(id: string, handledAt: Date | null, entry: NewAuditEntry): Promise<void>
  /** Clears the spam suspicion and mails the message. */
  clear(id: string, now: Date, entry: NewAuditEntry): Promise<void>
}
