/** Outgoing events, and their verification when they come back as webhooks. */
import type { TestPayments } from '../../ports/test-payments.ts'
import { eventSchema } from './customer-transaction.ts'
import { readSignedEvent, signEvent } from './signed-event.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'

type EventCalls = Pick<TestPayments, 'readEvent' | 'listOutgoing' | 'markReceived'>

export function createEventCalls({ ledger, now, eventSecret }: TestPaymentsSettings): EventCalls {
  return {
    async readEvent(rawBody, signature) {
      return readSignedEvent(rawBody, signature, eventSecret, now())
    },

    async listOutgoing() {
      const records = await ledger.list({ kind: 'event' })
      const events = records.map(record => ({ record, ...eventSchema.parse(record.data) }))
      // Overdue work creates events with earlier times than existing ones.
      events.sort((a, b) => a.at.getTime() - b.at.getTime() || a.position - b.position)
      return events.map(({ record }) => signEvent(record, eventSecret, now()))
    },

    markReceived: eventId => ledger.remove(eventId),
  }
}
