/** The ledger of the test payments on a real PostgreSQL, shared by two processes. */
import { randomUUID } from 'node:crypto'
import { testCards } from '@filesmith/contract/test-cards'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPayments } from '../../packages/server/src/adapters/test-payments/create-test-payments.ts'
import { testLedgerConformance } from '../../packages/server/src/adapters/test-payments/test-ledger.conformance.ts'
import { openDatabase } from '../../packages/server/src/database/database.ts'
import { createTestLedger } from '../../packages/server/src/database/test-ledger.ts'
import type { CreatedSubscription } from '../../packages/server/src/ports/payment-provider.ts'
import type { TestLedger, TestPayments } from '../../packages/server/src/ports/test-payments.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let database: TestDatabase
let stores: [TestStores, TestStores]
let ledgers: [TestLedger, TestLedger]
let processes: [TestPayments, TestPayments]
let now = new Date('2027-01-31T10:00:00Z')

beforeAll(async () => {
  database = await createReadyDatabase()
  const open = () => openStores({ databaseUrl: database.url, maxConnections: 4 })
  stores = [await open(), await open()]
  ledgers = [createTestLedger(stores[0].database), createTestLedger(stores[1].database)]
  const pay = (ledger: TestLedger) => createTestPayments({ ledger, now: () => now, eventSecret: 'a secret' })
  processes = [pay(ledgers[0]), pay(ledgers[1])]
})
afterAll(async () => {
  for (const each of stores) await each.close()
  await database.drop()
})

testLedgerConformance(() => ledgers[0])

const card = { number: testCards[0]?.number ?? '', expiry: '12/49', cvc: '123' }

function order(accountId: string, orderId: string) {
  return {
    accountId,
    email: 'smith@example.org',
    username: 'smith',
    customerId: null,
    plan: 'pro',
    interval: 'month',
    price: 999,
    discount: 0,
    orderId,
    cardOf: null,
  } as const
}

async function eventsOf(accountId: string): Promise<string[]> {
  const events = await ledgers[0].list({ kind: 'event', accountId })
  return events.map(({ data }) => (data as { type: string }).type)
}

const everywhere = <Result>(work: (payments: TestPayments) => Promise<Result>) =>
  Promise.all([...processes, ...processes, ...processes].map(work))

test('PAY-10 test payments: concurrent begin, pay and advance charge once each', async () => {
  const accountId = randomUUID()
  now = new Date('2027-01-31T10:00:00Z')
  const begun = await everywhere(payments => payments.createSubscription(order(accountId, 'one')))
  const [first] = begun
  expect(begun).toEqual(Array.from({ length: 6 }, () => first))
  const { subscriptionId, payment } = first as CreatedSubscription
  const clientSecret = payment?.clientSecret ?? ''

  await everywhere(payments => payments.pay(accountId, clientSecret, card))
  expect(await eventsOf(accountId)).toEqual(['payment-succeeded', 'subscription-updated'])

  now = new Date('2027-03-31T10:00:00Z')
  await everywhere(payments => payments.advance())
  const subscription = await processes[1].findSubscription(subscriptionId)
  expect(subscription).toMatchObject({ status: 'active', paidUntil: new Date('2027-04-30T10:00:00Z') })
  expect(subscription?.invoices.map(({ amount }) => amount)).toEqual([999, 999, 999])
  expect(await eventsOf(accountId)).toHaveLength(6)
  expect(await ledgers[0].list({ kind: 'payment', accountId })).toHaveLength(3)
})

test('test payments: concurrent pay and end have one winner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const accountId = randomUUID()
    const { subscriptionId, payment } = await processes[0].createSubscription(order(accountId, 'one'))
    const [paid] = await Promise.allSettled([
      processes[0].pay(accountId, payment?.clientSecret ?? '', card),
      processes[1].end(subscriptionId),
    ])
    const { status } = (await processes[0].findPayment(payment?.intentId ?? '')) ?? {}
    expect(status).toBe(paid.status === 'fulfilled' ? 'succeeded' : 'cancelled')
    expect(await processes[1].findSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
  }
})

test('forget: waits for a concurrent change and removes all rows', async () => {
  const accountId = randomUUID()
  const { customerId } = await processes[0].createSubscription(order(accountId, 'one'))
  const client = await stores[0].database.pool.connect()
  try {
    // Another transaction holds the row and has inserted an uncommitted event.
    await client.query('begin')
    await client.query('select from test_payments where id = $1 for update', [customerId])
    await client.query(
      `insert into test_payments (id, kind, account_id, data) values ('late', 'event', $1, '{}')`,
      [accountId],
    )
    const forgotten = processes[1].deleteCustomer(customerId)
    await expect
      .poll(async () => {
        const waiting = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.rowCount
      })
      .toBeGreaterThan(0)
    await client.query('commit')
    await forgotten
  } finally {
    client.release()
  }
  const { rows } = await stores[0].database.pool.query('select id from test_payments where account_id = $1', [
    accountId,
  ])
  expect(rows).toEqual([])
})

test('ledger: an unreachable database is a retryable error', async () => {
  const log = pino({ level: 'silent' })
  const url = 'postgres://user@127.0.0.1:1/nothing'
  const unreachable = await openDatabase({ url, maxConnections: 1, applicationName: 'test', log })
  const ledger = createTestLedger(unreachable)
  await expect(ledger.find('cus_test_x')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ledger.list({ kind: 'event' })).rejects.toMatchObject({ code: 'unavailable' })
  await unreachable.close()
})
