/** Short messages between processes. They may be lost: whoever listens must be able to look for itself. */

export const topics = [
  'conversion-changed',
  'job-waiting',
  'upload-wanted',
  'inspection-wanted',
  'upload-inspected',
  'mail-wanted',
  'text-waiting',
  'text-changed',
  'estimate-waiting',
  'estimate-changed',
  'pipeline-changed',
  'pipeline-waiting',
  'webhook-waiting',
] as const
export type Topic = (typeof topics)[number]

export interface Notifications {
  publish(topic: Topic, id: string): Promise<void>
  /**
   * Calls back with the id of each message. After a lost connection it calls back once with undefined:
   * anything may have happened in between. Returns the way to stop listening.
   */
  subscribe(topic: Topic, onMessage: (id: string | undefined) => void): () => void
}
