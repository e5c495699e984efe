/** Opens the provider's billing portal, and deletes an account's customer there. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { BillingDeps } from './billing-deps.ts'

export async function openBillingPortal(
  { billing, payments }: Pick<BillingDeps, 'billing' | 'payments'>,
  account: AccountRecord,
  returnUrl: string,
): Promise<string> {
  const customers = await billing.findCustomers(account.id)
  const customer = customers.find(({ provider }) => provider === payments?.info.kind)
  if (!customer || !payments) throw new AppError('nothing-to-manage')
  return payments.portalUrl(customer.customerId, returnUrl)
}

/** Also ends its subscriptions, so that a deleted account is not charged. */
export async function deletePaymentCustomer(
  { billing, payments }: Pick<BillingDeps, 'billing' | 'payments'>,
  accountId: string,
): Promise<void> {
  for (const { provider, customerId } of await billing.findCustomers(accountId))
    if (provider === payments?.info.kind) await payments.deleteCustomer(customerId)
}
