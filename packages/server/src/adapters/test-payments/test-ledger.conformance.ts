/** What every place that keeps the books of the test payments must do. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TestLedger, TestRecord } from '../../ports/test-payments.ts'

export function testLedgerConformance(ledgerOf: () => TestLedger): void {
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

  test('what was inserted is found, and inserting it again changes nothing', async () => {
    const record = newRecord({ dueAt: new Date('2027-01-31T12:00:00.123Z') })
    await ledgerOf().insert(record)
    await ledgerOf().insert({ ...record, data: { count: 9 } })
    expect(await ledgerOf().find(record.id)).toEqual(record)
    expect(await ledgerOf().find(randomUUID())).toBeUndefined()
  })

  test('lists by kind, account and what is due, in the order it was written', async () => {
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
    for (const record of records) await ledgerOf().insert(record)
    expect(await ledgerOf().list({ kind: 'customer', accountId })).toEqual(records.slice(0, 4))
    expect(await ledgerOf().list({ kind: 'customer', accountId, dueBefore: due(2) })).toEqual(
      records.slice(1, 3),
    )
    expect(await ledgerOf().list({ kind: 'event', accountId })).toEqual([records[4]])
  })

  test('a change becomes what was said, with what was written beside it', async () => {
    const record = newRecord()
    const [first, second] = [newRecord({ kind: 'event' }), newRecord({ kind: 'event' })]
    const dueAt = new Date('2027-02-28T00:00:00Z')
    await ledgerOf().insert(record)
    const answer = await ledgerOf().change(record.id, () => ({
      data: { count: 5 },
      dueAt,
      also: [first, second],
      result: 'done',
    }))
    expect(answer).toBe('done')
    expect(await ledgerOf().find(record.id)).toEqual({ ...record, data: { count: 5 }, dueAt })
    expect([await ledgerOf().find(first.id), await ledgerOf().find(second.id)]).toEqual([first, second])
  })

  test('a change that fails leaves nothing behind', async () => {
    const record = newRecord()
    const beside = newRecord()
    await ledgerOf().insert(record)
    await expect(
      ledgerOf().change(record.id, () => {
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    // The second of the two is there already.
    await expect(
      ledgerOf().change(record.id, each => ({ ...count(each), also: [beside, record] })),
    ).rejects.toThrow()
    expect(await ledgerOf().find(record.id)).toEqual(record)
    expect(await ledgerOf().find(beside.id)).toBeUndefined()
    expect(await ledgerOf().change(record.id, count)).toBe(0)
  })

  test('many changes at once happen one after the other', async () => {
    const record = newRecord()
    await ledgerOf().insert(record)
    const seen = await Promise.all(Array.from({ length: 20 }, () => ledgerOf().change(record.id, count)))
    expect(seen.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(countOf(await ledgerOf().find(record.id))).toBe(20)
  })

  test('what is removed is gone, one record or a whole account', async () => {
    const accountId = randomUUID()
    const [one, two, others] = [newRecord({ accountId }), newRecord({ accountId }), newRecord()]
    for (const record of [one, two, others]) await ledgerOf().insert(record)
    await ledgerOf().remove(one.id)
    expect(await ledgerOf().find(one.id)).toBeUndefined()
    expect(await ledgerOf().find(two.id)).toEqual(two)
    await ledgerOf().removeAccount(accountId)
    expect(await ledgerOf().list({ kind: 'customer', accountId })).toEqual([])
    expect(await ledgerOf().find(others.id)).toEqual(others)
    expect(await ledgerOf().change(two.id, count)).toBeUndefined()
  })
}
