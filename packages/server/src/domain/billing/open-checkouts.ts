/** Open checkouts that can still be paid. */
import type { BillingTransaction, CheckoutRecord } from '../../ports/billing-store.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { settleCheckout, usedBalance } from './settle-checkout.ts'

/** Checks with the provider first: the user may have paid in another window, or the checkout may have lapsed. */
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

/** The customer's credit, including what open checkouts have reserved of it. */
export async function balanceOf(
  payments: PaymentProvider,
  transaction: BillingTransaction,
  payable: readonly CheckoutRecord[],
): Promise<number> {
  const customerId = await transaction.findCustomer(payments.info.kind)
  if (customerId === undefined) return 0
  return payable.reduce((sum, checkout) => sum + usedBalance(checkout), await payments.creditOf(customerId))
}

/** Ends the checkout at the provider, which releases the reserved credit. */
export async function abandonCheckout(
  payments: PaymentProvider,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
): Promise<void> {
  await payments.end(checkout.subscriptionId)
  await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
}
