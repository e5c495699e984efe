/** Notifications between processes (publish/subscribe). Delivery is not guaranteed: subscribers must also poll. */

export const topics = [
  'conversion-changed',
  /** With the name of a queue. */
  'job-waiting',
  'job-changed',
  'upload-wanted',
  'upload-inspected',
  'pipeline-changed',
  /** With the id of the account. */
  'chat-changed',
] as const
export type Topic = (typeof topics)[number]

export interface Notifications {
  publish(topic: Topic, id: string): Promise<void>
  /**
   * Calls back with the id of each message, and once with undefined after a lost connection,
   * because messages may have been missed. Returns the unsubscribe function.
   */
  subscribe(topic: Topic, onMessage: (id: string | undefined) => void): () => void
}
