/** Billing use cases on a real PostgreSQL with the built-in test payments and a fake clock. */
import { randomUUID } from 'node:crypto'
import { defaultPrices } from '@filesmith/contract/plan-offers'
import pino from 'pino'
import { createTestPayments } from '../../packages/server/src/adapters/test-payments/create-test-payments.ts'
import type { AccountRecord } from '../../packages/server/src/database/account-store.ts'
import { createAccountStore } from '../../packages/server/src/database/account-store.ts'
import { createBillingStore } from '../../packages/server/src/database/billing-store.ts'
import { openDatabase, prepareDatabase } from '../../packages/server/src/database/database.ts'
import { createPostgresJobQueue } from '../../packages/server/src/database/postgres-job-queue.ts'
import { createTestLedger } from '../../packages/server/src/database/test-ledger.ts'
import { currentPlan } from '../../packages/server/src/domain/accounts/accounts.ts'
import {
  createPaymentIntent,
  updateSubscription,
} from '../../packages/server/src/domain/billing/checkouts.ts'
import {
  deliverTestEvents,
  receivePaymentEvent,
  sweepBilling,
} from '../../packages/server/src/domain/billing/payment-events.ts'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import type { TestPayments } from '../../packages/server/src/ports/test-payments.ts'
import { createReadyDatabase } from './create-database.ts'
import { forbidCallsInTransactions } from './payment-interception.ts'

export type BillingFixture = Awaited<ReturnType<typeof createBillingFixture>>

/** `otherPayments` replaces the test payments in the dependencies. */
export async function createBillingFixture(startsAt: string, otherPayments?: PaymentProvider) {
  let now = new Date(startsAt)
  const log = pino({ level: 'silent' })
  const own = await createReadyDatabase()
  const database = await openDatabase({ url: own.url, maxConnections: 10, applicationName: 'test', log })
  await prepareDatabase(database.pool)
  const accounts = createAccountStore(database)
  const queue = createPostgresJobQueue(database)
  const payments: TestPayments = createTestPayments({
    ledger: createTestLedger(database),
    now: () => now,
    eventSecret: 'a secret of the test',
  })
  const deps = forbidCallsInTransactions({
    billing: createBillingStore(database),
    accounts,
    payments: otherPayments ?? payments,
    prices: defaultPrices,
    graceDays: 7,
    now: () => now,
    log,
  })
  const receive = (rawBody: Buffer, signature: string) => receivePaymentEvent(deps, rawBody, signature)

  const fixture = {
    deps,
    payments,
    database,
    receive,
    deliver: () => deliverTestEvents(payments, receive),

    async register(): Promise<AccountRecord> {
      const id = `u_${randomUUID()}`
      const username = `smith-${id.slice(-8)}`
      await accounts.insert({
        id,
        username,
        email: `${username}@example.org`,
        emailVerifiedAt: null,
        passwordHash: null,
        createdAt: now,
      })
      return fixture.account(id)
    },

    async account(id: string): Promise<AccountRecord> {
      const account = await accounts.find(id)
      if (!account) throw new Error('account not found')
      return account
    },

    /** The plan whose limits apply at the current time. */
    async planOf({ id }: Pick<AccountRecord, 'id'>) {
      return currentPlan(await fixture.account(id), now)
    },

    async pay(account: AccountRecord, amount: number, number = '4242424242424242'): Promise<string> {
      const { clientSecret } = await createPaymentIntent(deps, account, { amount })
      if (clientSecret === null) throw new Error('no payment is due')
      const card = { number, expiry: '12/60', cvc: '123' }
      return (await payments.pay(account.id, clientSecret, card)).paymentIntentId
    },

    async buy(account: AccountRecord, amount: number, number?: string): Promise<string> {
      const paymentIntentId = await fixture.pay(account, amount, number)
      await updateSubscription(deps, account, { paymentIntentId })
      await fixture.deliver()
      return paymentIntentId
    },

    now: () => now,

    setClock(moment: Date): void {
      now = moment
    },

    /** Advances the clock day by day and runs the billing sweep each day; `areEventsLost` suppresses payment events. */
    /** Passes `stepDays` at a time, each with a sweep. */
    async advanceTo(moment: string, { areEventsLost = false, stepDays = 1 } = {}): Promise<void> {
      const end = new Date(moment)
      while (now < end) {
        now = new Date(Math.min(end.getTime(), now.getTime() + stepDays * 24 * 60 * 60 * 1000))
        await payments.advance()
        if (!areEventsLost) await fixture.deliver()
        await sweepBilling(deps)
      }
    },

    async takeMails(): Promise<string[]> {
      const kinds: string[] = []
      for (let job = await queue.claim('send-mail', []); job; job = await queue.claim('send-mail', [])) {
        kinds.push(job.payload.kind === 'billing' ? job.payload.notice : job.payload.kind)
        await queue.complete(job)
      }
      return kinds
    },

    async close(): Promise<void> {
      await database.close()
      await own.drop()
    },
  }
  return fixture
}
