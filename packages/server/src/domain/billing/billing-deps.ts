/** Dependencies of the billing use cases, and the entries they add to the payment outbox. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { PlanPrices } from '@filesmith/contract/plan-offers'
import type { AccountStore } from '../../database/account-store.ts'
import type { PaymentAction, PaymentRequest } from '../../database/billing-records.ts'
import type { BillingStore } from '../../database/billing-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'

export interface BillingDeps extends Clock {
  readonly billing: BillingStore
  readonly accounts: Pick<AccountStore, 'find'>
  /** Null if payments are disabled. */
  readonly payments: PaymentProvider | null
  readonly prices: PlanPrices
  /** Days a plan continues after a failed renewal payment. */
  readonly graceDays: number
  readonly log: Log
}

export function requirePayments({ payments }: Pick<BillingDeps, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('payments-off')
  return payments
}

const dayMs = 24 * 60 * 60 * 1000

export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs)
}

/** By then the process that recorded an action has executed it, or is gone. */
const firstAttemptDays = 2 / (24 * 60)

export function newAction(
  deps: Pick<BillingDeps, 'now'>,
  { accountId, provider }: Pick<PaymentAction, 'accountId' | 'provider'>,
  request: PaymentRequest,
): PaymentAction {
  const createdAt = deps.now()
  return {
    id: actionId(request),
    accountId,
    provider,
    request,
    state: 'pending',
    result: null,
    failedAttempts: 0,
    nextAttemptAt: addDays(createdAt, firstAttemptDays),
    createdAt,
  }
}

/** What may happen only once has an id derived from it, so that a second process that decides the same adds nothing. */
export function actionId(request: PaymentRequest): string {
  switch (request.kind) {
    case 'close-checkout':
    case 'refund-checkout':
      return `${request.kind}-${request.intentId}`
    case 'end':
      return `end-${request.subscriptionId}`
    case 'credit':
      return `credit-${request.reference}`
    default:
      return randomUUID()
  }
}
