/** Conformance suite for test payment ledgers. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TestLedger, TestRecord } from '../../ports/test-payments.ts'

export function testLedgerConformance(getLedger: () => TestLedger): void {
  const newRecord = (over: Partial<TestRecord> = {}): TestRecord => ({
    id: randomUUID(),
    kind: 'customer',
    accountId: randomUUID(),
    data: { count: 0 },
    dueAt: null,
    ...over,
  })
  const countOf = (record: TestRecord | undefined) => (record?.data as { count: number } | undefined)?.count
  const count = (record: TestRecord) => ({
    data: { count: (countOf(record) ?? 0) + 1 },
    dueAt: record.dueAt,
    result: countOf(record),
  })

  test('insert: stores a record once; a second insert changes nothing', async () => {
    const record = newRecord({ dueAt: new Date('2027-01-31T12:00:00.123Z') })
    await getLedger().insert(record)
    await getLedger().insert({ ...record, data: { count: 9 } })
    expect(await getLedger().find(record.id)).toEqual(record)
    expect(await getLedger().find(randomUUID())).toBeUndefined()
  })

  test('list: filters by kind, account and due date, in insertion order', async () => {
    const accountId = randomUUID()
    const due = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second))
    const records = [
      newRecord({ accountId, dueAt: due(3) }),
      newRecord({ accountId, dueAt: due(1) }),
      newRecord({ accountId, dueAt: due(2) }),
      newRecord({ accountId }),
      newRecord({ accountId, kind: 'event', dueAt: due(1) }),
      newRecord({ dueAt: due(1) }),
    ]
    for (const record of records) await getLedger().insert(record)
    expect(await getLedger().list({ kind: 'customer', accountId })).toEqual(records.slice(0, 4))
    expect(await getLedger().list({ kind: 'customer', accountId, dueBefore: due(2) })).toEqual(
      records.slice(1, 3),
    )
    expect(await getLedger().list({ kind: 'event', accountId })).toEqual([records[4]])
  })

  test('change: stores the new data together with additional records', async () => {
    const record = newRecord()
    const [first, second] = [newRecord({ kind: 'event' }), newRecord({ kind: 'event' })]
    const dueAt = new Date('2027-02-28T00:00:00Z')
    await getLedger().insert(record)
    const result = await getLedger().change(record.id, () => ({
      data: { count: 5 },
      dueAt,
      also: [first, second],
      result: 'done',
    }))
    expect(result).toBe('done')
    expect(await getLedger().find(record.id)).toEqual({ ...record, data: { count: 5 }, dueAt })
    expect([await getLedger().find(first.id), await getLedger().find(second.id)]).toEqual([first, second])
  })

  test('change: a failure rolls back everything', async () => {
    const record = newRecord()
    const beside = newRecord()
    await getLedger().insert(record)
    await expect(
      getLedger().change(record.id, () => {
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    // The second record already exists.
    await expect(
      getLedger().change(record.id, each => ({ ...count(each), also: [beside, record] })),
    ).rejects.toThrow()
    expect(await getLedger().find(record.id)).toEqual(record)
    expect(await getLedger().find(beside.id)).toBeUndefined()
    expect(await getLedger().change(record.id, count)).toBe(0)
  })

  test('change: concurrent changes are serialized', async () => {
    const record = newRecord()
    await getLedger().insert(record)
    const seen = await Promise.all(Array.from({ length: 20 }, () => getLedger().change(record.id, count)))
    expect(seen.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(countOf(await getLedger().find(record.id))).toBe(20)
  })

  test('remove, removeAccount: delete one record or a whole account', async () => {
    const accountId = randomUUID()
    const [one, two, others] = [newRecord({ accountId }), newRecord({ accountId }), newRecord()]
    for (const record of [one, two, others]) await getLedger().insert(record)
    await getLedger().remove(one.id)
    expect(await getLedger().find(one.id)).toBeUndefined()
    expect(await getLedger().find(two.id)).toEqual(two)
    await getLedger().removeAccount(accountId)
    expect(await getLedger().list({ kind: 'customer', accountId })).toEqual([])
    expect(await getLedger().find(others.id)).toEqual(others)
    expect(await getLedger().change(two.id, count)).toBeUndefined()
  })
}
