/** Messages to the people behind the site. */

export interface ContactMessage {
  readonly id: string
  /** Of somebody who was signed in: it goes with the account. */
  readonly accountId: string | null
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly isPriority: boolean
  /** Kept, and not mailed. */
  readonly isSuspected: boolean
  readonly createdAt: Date
}

export interface ContactStore {
  /** Keeps it and, unless it is suspected, queues its mail: both or neither. */
  add(message: ContactMessage): Promise<void>
  /** Nothing for one that is gone, or has been mailed already. */
  findUnmailed(id: string): Promise<ContactMessage | undefined>
  /** Newest first. */
  listSentBy(accountId: string): Promise<readonly ContactMessage[]>
  markMailed(id: string, now: Date): Promise<void>
  /** Queues once more what was queued before this moment and still has not been mailed; answers how many. */
  queueUnmailed(queuedBefore: Date, now: Date): Promise<number>
  /** Answers how many were forgotten. */
  removeBefore(moment: Date): Promise<number>
}
