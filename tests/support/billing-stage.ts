/** Paid plans on a real PostgreSQL with the built-in test payments and a clock that the test sets. */
import { randomUUID } from 'node:crypto'
import { defaultPrices } from '@filesmith/contract/plan-offers'
import pino from 'pino'
import { openDatabase, prepareDatabase } from '../../packages/server/src/adapters/postgres/database.ts'
import { startBoss } from '../../packages/server/src/adapters/postgres/job-boss.ts'
import { createPostgresAccountStore } from '../../packages/server/src/adapters/postgres/postgres-account-store.ts'
import { createPostgresBillingStore } from '../../packages/server/src/adapters/postgres/postgres-billing-store.ts'
import { createPostgresMailQueue } from '../../packages/server/src/adapters/postgres/postgres-mail-queue.ts'
import { createPostgresTestLedger } from '../../packages/server/src/adapters/postgres/postgres-test-ledger.ts'
import { createTestPayments } from '../../packages/server/src/adapters/test-payments/create-test-payments.ts'
import { currentPlan } from '../../packages/server/src/domain/accounts/current-plan.ts'
import type { BillingDeps } from '../../packages/server/src/domain/billing/billing-deps.ts'
import { createPaymentIntent } from '../../packages/server/src/domain/billing/create-payment-intent.ts'
import { deliverTestEvents } from '../../packages/server/src/domain/billing/deliver-test-events.ts'
import { receivePaymentEvent } from '../../packages/server/src/domain/billing/receive-payment-event.ts'
import { sweepBilling } from '../../packages/server/src/domain/billing/sweep-billing.ts'
import { updateSubscription } from '../../packages/server/src/domain/billing/update-subscription.ts'
import type { AccountRecord } from '../../packages/server/src/ports/account-store.ts'
import type { TestPayments } from '../../packages/server/src/ports/test-payments.ts'
import { createTestDatabase } from './create-database.ts'

export type BillingStage = Awaited<ReturnType<typeof setBillingStage>>

export async function setBillingStage(startsAt: string) {
  let now = new Date(startsAt)
  const log = pino({ level: 'silent' })
  const own = await createTestDatabase()
  const database = await openDatabase({ url: own.url, maxConnections: 10, applicationName: 'test', log })
  const boss = await prepareDatabase(database.pool, () =>
    startBoss(database.pool, { isSupervisor: false, log }),
  )
  const notifications = { publish: async () => undefined, subscribe: () => () => undefined }
  const accounts = createPostgresAccountStore(database)
  const mails = createPostgresMailQueue(boss, notifications)
  const payments: TestPayments = createTestPayments({
    ledger: createPostgresTestLedger(database),
    now: () => now,
    eventSecret: 'a secret of the test',
  })
  const deps: BillingDeps = {
    billing: createPostgresBillingStore(database, boss, notifications),
    accounts,
    payments,
    prices: defaultPrices,
    graceDays: 7,
    now: () => now,
    log,
  }
  const receive = (rawBody: Buffer, signature: string) => receivePaymentEvent(deps, rawBody, signature)

  const stage = {
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
      return stage.account(id)
    },

    async account(id: string): Promise<AccountRecord> {
      const account = await accounts.find(id)
      if (!account) throw new Error('there is no such account')
      return account
    },

    /** The plan whose limits hold on that day. */
    async planOf({ id }: Pick<AccountRecord, 'id'>) {
      return currentPlan(await stage.account(id), now)
    },

    async pay(account: AccountRecord, amount: number, number = '4242424242424242'): Promise<string> {
      const { clientSecret } = await createPaymentIntent(deps, account, { amount })
      if (clientSecret === null) throw new Error('there is nothing to pay')
      const card = { number, expiry: '12/60', cvc: '123' }
      return (await payments.pay(account.id, clientSecret, card)).paymentIntentId
    },

    async buy(account: AccountRecord, amount: number, number?: string): Promise<string> {
      const paymentIntentId = await stage.pay(account, amount, number)
      await updateSubscription(deps, account, { paymentIntentId })
      await stage.deliver()
      return paymentIntentId
    },

    /** Days go by one after the other, as they do, with a sweep in each. */
    async goTo(moment: string, { isDeaf = false } = {}): Promise<void> {
      const end = new Date(moment)
      while (now < end) {
        now = new Date(Math.min(end.getTime(), now.getTime() + 24 * 60 * 60 * 1000))
        await payments.advance()
        if (!isDeaf) await stage.deliver()
        await sweepBilling(deps)
      }
    },

    async takeMails(): Promise<string[]> {
      const told: string[] = []
      for (let mail = await mails.claim(); mail; mail = await mails.claim()) {
        told.push(mail.job.kind === 'billing' ? mail.job.notice : mail.job.kind)
        await mails.complete(mail)
      }
      return told
    },

    async close(): Promise<void> {
      await boss.stop({ graceful: false })
      await database.close()
      await own.drop()
    },
  }
  return stage
}
