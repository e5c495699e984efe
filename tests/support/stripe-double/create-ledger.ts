/** In-memory state of the Stripe double: objects by id, events in order, and a fake clock. */
import { apiVersion, newId, type StripeLedger } from './ledger.ts'
import { present } from './present.ts'
import type { Kind, RecordOf, StripeRecord } from './records.ts'
import { missing } from './stripe-fault.ts'

export function createStripeLedger(startsAt: Date): StripeLedger {
  const records = new Map<string, StripeRecord>()
  const ledger: StripeLedger = {
    now: Math.floor(startsAt.getTime() / 1000),
    events: [],
    renewalOutcomes: new Map(),
    keep(record) {
      records.set(record.id, record)
      return record
    },
    find: id => records.get(id),
    need<K extends Kind>(kind: K, id: string, param?: string) {
      const record = records.get(id)
      if (record?.object !== kind) throw missing(kind, id, param)
      return record as RecordOf<K>
    },
    needCustomer(id, param) {
      const customer = ledger.need('customer', id, param)
      if (customer.deleted) throw missing('customer', id, param)
      return customer
    },
    all: <K extends Kind>(kind: K) =>
      [...records.values()].filter((record): record is RecordOf<K> => record.object === kind).reverse(),
    emit(type, record) {
      ledger.events.push({
        id: newId('evt'),
        object: 'event',
        created: ledger.now,
        api_version: apiVersion,
        type,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        data: { object: present(record, [], ledger) },
      })
    },
  }
  return ledger
}
