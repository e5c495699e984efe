/** Dependencies of the billing use cases. */
import { AppError } from '@filesmith/contract/errors'
import type { PlanPrices } from '@filesmith/contract/plan-offers'
import type { AccountStore } from '../../ports/account-store.ts'
import type { BillingStore } from '../../ports/billing-store.ts'
import type { Log } from '../../ports/log.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'

export interface BillingDeps {
  readonly billing: BillingStore
  readonly accounts: Pick<AccountStore, 'find'>
  /** Null if payments are disabled. */
  readonly payments: PaymentProvider | null
  readonly prices: PlanPrices
  /** Days a plan continues after a failed renewal payment. */
  readonly graceDays: number
  readonly now: () => Date
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
