/** In-memory ledger that behaves like the database: stores JSON and serializes changes. */
import type { TestLedger, TestRecord } from '../../ports/test-payments.ts'

export interface MemoryTestLedger extends TestLedger {
  /** All stored records as text. */
  dump(): string
}

export function createMemoryTestLedger(): MemoryTestLedger {
  const records = new Map<string, { record: TestRecord; json: string }>()
  const changes = new Map<string, Promise<unknown>>()
  const write = (record: TestRecord) => records.set(record.id, { record, json: JSON.stringify(record.data) })
  const read = (id: string): TestRecord | undefined => {
    const found = records.get(id)
    return found && { ...found.record, data: JSON.parse(found.json) }
  }

  return {
    dump: () => JSON.stringify([...records.values()]),
    find: async id => read(id),
    async list({ kind, accountId, dueBefore }) {
      return [...records.keys()]
        .flatMap(id => read(id) ?? [])
        .filter(
          record =>
            record.kind === kind &&
            (accountId === undefined || record.accountId === accountId) &&
            (dueBefore === undefined || (record.dueAt !== null && record.dueAt <= dueBefore)),
        )
    },
    async insert(record) {
      if (!records.has(record.id)) write(record)
    },
    change(id, work) {
      const change = (changes.get(id) ?? Promise.resolve()).then(() => {
        const record = read(id)
        if (!record) return undefined
        const { data, dueAt, also = [], result } = work(record)
        if (also.some(each => records.has(each.id))) throw new Error('written twice')
        for (const each of [{ ...record, data, dueAt }, ...also]) write(each)
        return result
      })
      changes.set(
        id,
        change.catch(() => undefined),
      )
      return change
    },
    async remove(id) {
      records.delete(id)
    },
    async removeAccount(accountId) {
      for (const [id, { record }] of records) if (record.accountId === accountId) records.delete(id)
    },
  }
}
