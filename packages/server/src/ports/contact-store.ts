/** Messages sent with the contact form. */

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

export interface ContactStore {
  /** Stores the message and, unless suspected, queues its mail in the same transaction. */
  add(message: ContactMessage): Promise<void>
  /** Undefined if the message was deleted or already mailed. */
  findUnmailed(id: string): Promise<ContactMessage | undefined>
  /** Newest first. */
  listSentBy(accountId: string): Promise<readonly ContactMessage[]>
  markMailed(id: string, now: Date): Promise<void>
  /** Requeues messages queued before this time that are still not mailed; returns the number requeued. */
  queueUnmailed(queuedBefore: Date, now: Date): Promise<number>
  /** Returns the number deleted. */
  removeBefore(moment: Date): Promise<number>
}
