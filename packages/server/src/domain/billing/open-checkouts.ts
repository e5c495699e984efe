/** Payments that were begun and can still be made: for each account there is one at most that fits. */
import type { BillingTransaction, CheckoutRecord } from '../../ports/billing-store.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { settleCheckout, usedBalance } from './settle-checkout.ts'

/** Somebody may have paid in another window, or let it lapse, and the news is not here yet. */
export async function listPayable(
  deps: BillingDeps,
  transaction: BillingTransaction,
): Promise<CheckoutRecord[]> {
  const payments = requirePayments(deps)
  const payable: CheckoutRecord[] = []
  for (const checkout of await transaction.listOpenCheckouts()) {
    if ((await settleCheckout(deps, transaction, checkout)) !== 'open') continue
    const isOurs = checkout.provider === payments.info.kind
    const payment = isOurs ? await payments.findPayment(checkout.intentId) : undefined
    if (payment && payment.status !== 'cancelled') payable.push(checkout)
    else await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
  }
  return payable
}

/** What the customer has, with what begun payments hold of it until they are made or given up. */
export async function balanceOf(
  payments: PaymentProvider,
  transaction: BillingTransaction,
  payable: readonly CheckoutRecord[],
): Promise<number> {
  const customerId = await transaction.findCustomer(payments.info.kind)
  if (customerId === undefined) return 0
  return payable.reduce((sum, checkout) => sum + usedBalance(checkout), await payments.creditOf(customerId))
}

/** Nobody can pay it any more, and what it held is the customer's again. */
export async function abandonCheckout(
  payments: PaymentProvider,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
): Promise<void> {
  await payments.end(checkout.subscriptionId)
  await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
}
