/** Billing with either payment provider and either store; the test plays the customer and the provider's clock. */
import { randomUUID } from 'node:crypto'
import { defaultPrices } from '@filesmith/contract/plan-offers'
import pino from 'pino'
import { createTestPayments } from '../../packages/server/src/adapters/test-payments/create-test-payments.ts'
import { parseCustomerState } from '../../packages/server/src/adapters/test-payments/customer-state.ts'
import { customerIdOf } from '../../packages/server/src/adapters/test-payments/customer-transaction.ts'
import { createMemoryTestLedger } from '../../packages/server/src/adapters/test-payments/memory-test-ledger.test-support.ts'
import type { AccountRecord } from '../../packages/server/src/database/account-store.ts'
import { createTestLedger } from '../../packages/server/src/database/test-ledger.ts'
import type { BillingDeps } from '../../packages/server/src/domain/billing/billing-deps.ts'
import {
  createPaymentIntent,
  updateSubscription,
} from '../../packages/server/src/domain/billing/checkouts.ts'
import { describeBilling } from '../../packages/server/src/domain/billing/invoices.ts'
import {
  deliverTestEvents,
  receivePaymentEvent,
  sweepBilling,
} from '../../packages/server/src/domain/billing/payment-events.ts'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import type { TestLedger, TestPayments } from '../../packages/server/src/ports/test-payments.ts'
import { createBillingFixture } from './billing-fixture.ts'
import { createMemoryBillingStore } from './memory-billing-store.ts'
import { forbidCallsInTransactions } from './payment-interception.ts'
import { openStripePayments } from './stripe-customer.ts'
import { eventBody, signBody } from './stripe-double/send-events.ts'
import { type StripeDouble, startStripeDouble } from './stripe-double/start-stripe-double.ts'

interface Backend {
  readonly deps: BillingDeps
  readonly payments: TestPayments
  readonly ledger: TestLedger
  now(): Date
  setClock(moment: Date): void
  register(): Promise<AccountRecord>
  takeMails(): Promise<string[]>
  checkoutStatuses(accountId: string): Promise<string[]>
  close(): Promise<void>
}

type StoreKind = 'memory' | 'postgres'

interface ProviderSide {
  pay(accountId: string, clientSecret: string, card: 'succeeds' | 'fails-later'): Promise<void>
  advance(to: Date): Promise<void>
  deliver(deps: BillingDeps): Promise<void>
  /** Events that never arrive. */
  loseEvents(): Promise<void>
  /** Subscriptions that have not ended, and payments that succeeded. */
  stateOf(accountId: string): Promise<{
    live: { id: string; status: string }[]
    paid: { amount: number; refunded: number }[]
  }>
}

export interface PaymentShop extends ProviderSide, Backend {
  begin(account: AccountRecord, amount: number): Promise<{ clientSecret: string; paymentIntentId: string }>
  buy(account: AccountRecord, amount: number, card?: 'succeeds' | 'fails-later'): Promise<string>
  /** Runs maintenance later, as another process. */
  recover(deps: BillingDeps): Promise<void>
  /** Everything that must be consistent between the account and the provider. */
  summarize(account: AccountRecord): Promise<Summary>
}

export type Summary = Awaited<ReturnType<typeof summarize>>

const startsAt = '2026-01-31T12:00:00Z'

export async function openShop(kind: 'test' | 'stripe', store: StoreKind = 'memory'): Promise<PaymentShop> {
  const stripe = kind === 'stripe' ? await startStripeDouble({ startsAt: new Date(startsAt) }) : undefined
  const payments = stripe && openStripePayments(stripe, { now: () => backend.now() })
  const backend: Backend = store === 'memory' ? inMemory(payments) : await onPostgres(payments)
  const provider = stripe ? stripeSide(stripe, backend) : testSide(backend)
  const { deps } = backend
  const shop: PaymentShop = {
    ...backend,
    ...provider,
    async advance(to) {
      backend.setClock(to)
      await provider.advance(to)
    },
    async begin(account, amount) {
      const { clientSecret } = await createPaymentIntent(deps, account, { amount })
      if (clientSecret === null) throw new Error('no payment is due')
      return { clientSecret, paymentIntentId: clientSecret.split('_secret_')[0] ?? '' }
    },
    async buy(account, amount, card = 'succeeds') {
      const { clientSecret, paymentIntentId } = await shop.begin(account, amount)
      await shop.pay(account.id, clientSecret, card)
      await updateSubscription(deps, account, { paymentIntentId })
      await shop.loseEvents()
      return paymentIntentId
    },
    async recover(others) {
      await shop.advance(new Date(backend.now().getTime() + 10 * 60_000))
      await sweepBilling(others)
      await shop.deliver(others)
      await sweepBilling(others)
    },
    summarize: account => summarize(shop, account),
    async close() {
      await backend.close()
      await stripe?.close()
    },
  }
  return shop
}

async function summarize(shop: PaymentShop, account: AccountRecord) {
  const { deps } = shop
  const { subscription, credit, invoices } = await describeBilling(deps, account)
  const { live, paid } = await shop.stateOf(account.id)
  const pending = await deps.billing.read(account.id, tx => tx.listPendingActions())
  const local = await deps.billing.findSubscription(account.id)
  return {
    plan: subscription && [subscription.plan, subscription.interval, subscription.status],
    isElsewhere: local?.subscriptionId === 'sub_elsewhere',
    currentIsLive: live.some(({ id }) => id === local?.subscriptionId),
    credit,
    invoices: invoices.map(({ amount, refunded }) => [amount, refunded]),
    checkouts: (await shop.checkoutStatuses(account.id)).sort(),
    live: live.map(({ status }) => status).sort(),
    paid: paid.map(({ amount, refunded }) => [amount, refunded]),
    pending: pending.result.map(({ request }) => request.kind),
  }
}

async function onPostgres(otherPayments: PaymentProvider | undefined): Promise<Backend> {
  const fixture = await createBillingFixture(startsAt, otherPayments)
  const { database } = fixture
  return {
    ...fixture,
    ledger: createTestLedger(database),
    async checkoutStatuses(accountId) {
      const { rows } = await database.pool.query<{ status: string }>(
        'select status from checkouts where account_id = $1',
        [accountId],
      )
      return rows.map(({ status }) => status)
    },
  }
}

function inMemory(otherPayments: PaymentProvider | undefined): Backend {
  let now = new Date(startsAt)
  const ledger = createMemoryTestLedger()
  const payments = createTestPayments({ ledger, now: () => now, eventSecret: 'a secret of the test' })
  const billing = createMemoryBillingStore()
  const accounts = new Map<string, AccountRecord>()
  const deps = forbidCallsInTransactions({
    billing,
    accounts: { find: async id => accounts.get(id) },
    payments: otherPayments ?? payments,
    prices: defaultPrices,
    graceDays: 7,
    now: () => now,
    log: pino({ level: 'silent' }),
  })
  return {
    deps,
    payments,
    ledger,
    now: () => now,
    setClock(moment) {
      now = moment
    },
    async register() {
      const id = `u_${randomUUID()}`
      const username = `smith-${id.slice(-8)}`
      const account: AccountRecord = {
        id,
        username,
        email: `${username}@example.org`,
        emailVerifiedAt: null,
        passwordHash: null,
        twoStepSecret: null,
        twoStepOnAt: null,
        credentialVersion: 0,
        createdAt: now,
        chosenPlan: 'free',
        planStatus: null,
        planPaidUntil: null,
        planExpiresAt: null,
        operatorSince: null,
        groupOperatorSince: null,
        groupPlan: null,
        grantedPlan: null,
        grantedUntil: null,
        suspendedAt: null,
      }
      accounts.set(id, account)
      return account
    },
    takeMails: async () =>
      billing.takeMails().map(mail => (mail.kind === 'billing' ? mail.notice : mail.kind)),
    checkoutStatuses: async id => billing.listCheckouts(id).map(({ status }) => status),
    close: async () => undefined,
  }
}

function testSide({ payments, ledger }: Backend): ProviderSide {
  const numbers = { succeeds: '4242424242424242', 'fails-later': '4000000000000341' }
  return {
    async pay(accountId, clientSecret, card) {
      await payments.pay(accountId, clientSecret, { number: numbers[card], expiry: '12/60', cvc: '123' })
    },
    advance: () => payments.advance(),
    deliver: deps =>
      deliverTestEvents(payments, (rawBody, signature) => receivePaymentEvent(deps, rawBody, signature)),
    async loseEvents() {
      for (const { id } of await payments.listOutgoing()) await payments.markReceived(id)
    },
    async stateOf(accountId) {
      const customer = await ledger.find(customerIdOf(accountId))
      if (!customer) return { live: [], paid: [] }
      const { subscriptions, payments: made } = parseCustomerState(customer.data)
      return {
        live: subscriptions.filter(({ status }) => status !== 'ended'),
        paid: made.filter(({ status }) => status === 'succeeded'),
      }
    },
  }
}

function stripeSide(stripe: StripeDouble, backend: Backend): ProviderSide {
  const customersOf = (accountId: string) =>
    stripe.ledger
      .all('customer')
      .filter(({ metadata }) => metadata.accountId === accountId)
      .map(({ id }) => id)
  return {
    async pay(accountId, clientSecret, card) {
      stripe.confirm(clientSecret.split('_secret_')[0] ?? '', 'succeeded')
      for (const id of customersOf(accountId))
        stripe.setRenewals(id, card === 'succeeds' ? 'succeeded' : 'declined')
    },
    async advance(to) {
      stripe.advance(to)
    },
    async deliver(deps) {
      for (const event of stripe.events.filter(({ pending_webhooks }) => pending_webhooks > 0)) {
        const body = eventBody(event)
        const signature = signBody(body, stripe.webhookSecret, backend.now())
        await receivePaymentEvent(deps, Buffer.from(body), signature)
        event.pending_webhooks = 0
      }
    },
    async loseEvents() {
      for (const event of stripe.events) event.pending_webhooks = 0
    },
    async stateOf(accountId) {
      const customers = customersOf(accountId)
      const ended = ['canceled', 'incomplete_expired']
      return {
        live: stripe.ledger
          .all('subscription')
          .filter(({ customer, status }) => customers.includes(customer) && !ended.includes(status)),
        paid: stripe.ledger
          .all('payment_intent')
          .filter(
            ({ customer, status }) => customer && customers.includes(customer) && status === 'succeeded',
          )
          .map(({ id, amount }) => ({ amount, refunded: refundedOf(stripe, id) })),
      }
    },
  }
}

function refundedOf(stripe: StripeDouble, intentId: string): number {
  return stripe.ledger
    .all('refund')
    .filter(({ payment_intent }) => payment_intent === intentId)
    .reduce((sum, { amount }) => sum + amount, 0)
}
